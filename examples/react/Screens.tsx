/** The ready-made screens in your app. */
import { LatchkeyProvider, useUser } from "latchkey/react"
import { LatchkeyHandler } from "latchkey/react/screens"
import "latchkey/react/screens.css"

const project = { projectId: "11111111-1111-4111-8111-111111111111", publishableClientKey: "pck_…" }

const Home = () => <p>Hello {useUser({ or: "redirect" }).displayName}</p>

/** The page for the route `/handler/*` of your router. */
export const App = ({ path }: { path: string }) => (
  <LatchkeyProvider project={project}>
    {path.startsWith("/handler/") ? <LatchkeyHandler path={path} /> : <Home />}
  </LatchkeyProvider>
)
