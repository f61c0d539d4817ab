import { createRootRoute, HeadContent, Outlet, Scripts } from "@tanstack/react-router"
import screens from "latchkey/react/screens.css?url"
import { LatchkeyProvider } from "latchkey/tanstack-start"
import { pageData } from "../session.ts"

const Root = () => (
  <html lang="en">
    <head>
      <HeadContent />
    </head>
    <body>
      <LatchkeyProvider {...Route.useLoaderData()} fallback={<p>One moment …</p>}>
        <Outlet />
      </LatchkeyProvider>
      <Scripts />
    </body>
  </html>
)

export const Route = createRootRoute({
  loader: () => pageData(),
  head: () => ({
    meta: [{ charSet: "utf-8" }, { title: "Notes" }],
    links: [{ rel: "stylesheet", href: screens }, { rel: "icon", href: "data:," }]
  }),
  component: Root
})
