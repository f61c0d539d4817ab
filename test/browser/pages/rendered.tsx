/** Hydrates the server-rendered pages of a site in the browser. */
import "latchkey/react/screens.css"
import { hydrateRoot } from "react-dom/client"
import { Page, type PageProps } from "./rendered/Page.tsx"

declare const rendered: PageProps

hydrateRoot(document.getElementById("app")!, <Page {...rendered} />)
