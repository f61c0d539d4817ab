import { StackHandler, StackProvider, StackTheme } from "@stackframe/react"
import { createBrowserRouter, Outlet, RouterProvider, useLocation } from "react-router"
import { stackClientApp } from "./stack.ts"
import { action, loader, Teams } from "./teams.tsx"

const Handler = () => <StackHandler app={stackClientApp} location={useLocation().pathname} fullPage={false} />

const Root = () => (
  <StackProvider app={stackClientApp}>
    <StackTheme>
      <Outlet />
    </StackTheme>
  </StackProvider>
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
