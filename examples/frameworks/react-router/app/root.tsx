import { reads } from "latchkey"
import { LatchkeyProvider } from "latchkey/react"
import screens from "latchkey/react/screens.css?url"
import { useState } from "react"
import { Links, Meta, Outlet, Scripts } from "react-router"
import type { Route } from "./+types/root"
import { currentUser, sessionMiddleware } from "./session.server"

export const middleware: Route.MiddlewareFunction[] = [sessionMiddleware]

export const loader = ({ context }: Route.LoaderArgs) => currentUser(context)

export const links: Route.LinksFunction = () => [
  { rel: "stylesheet", href: screens },
  { rel: "icon", href: "data:," }
]

export const Layout = ({ children }: { children: React.ReactNode }) => (
  <html lang="en">
    <head>
      <meta charSet="utf-8" />
      <Meta />
      <Links />
    </head>
    <body>
      {children}
      <Scripts />
    </body>
  </html>
)

export default function App({ loaderData }: Route.ComponentProps) {
  // later, this value comes from the session in the browser
  const [initial] = useState(() => reads.initial(loaderData))
  return (
    <LatchkeyProvider initial={initial} fallback={<p>One moment …</p>}>
      <Outlet />
    </LatchkeyProvider>
  )
}
