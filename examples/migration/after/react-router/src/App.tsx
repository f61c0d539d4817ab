import { LatchkeyProvider } from "latchkey/react"
import { LatchkeyHandler } from "latchkey/react/screens"
import "latchkey/react/screens.css"
import { createBrowserRouter, Outlet, RouterProvider, useLocation } from "react-router"
import { stackClientApp } from "./stack.ts"
import { action, loader, Teams } from "./teams.tsx"

const Handler = () => <LatchkeyHandler path={useLocation().pathname} fullPage={false} />

const Root = () => (
  <LatchkeyProvider client={stackClientApp}>
    <Outlet />
  </LatchkeyProvider>
)

const createAppRouter = () =>
  createBrowserRouter([{
    Component: Root,
    HydrateFallback: () => null,
    children: [
      { path: "/", element: <h1>Home</h1> },
      { path: "/teams", loader, action, Component: Teams },
      { path: "/handler/*", Component: Handler }
    ]
  }])

export const App = ({ router = createAppRouter() }) => <RouterProvider router={router} />
