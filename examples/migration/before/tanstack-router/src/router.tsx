import { StackHandler, StackProvider, StackTheme } from "@stackframe/react"
import { createRootRoute, createRoute, createRouter, Outlet, redirect, useLocation } from "@tanstack/react-router"
import { Suspense } from "react"
import { Notes } from "./Notes.tsx"
import { stackClientApp } from "./stack.ts"

const Root = () => (
  <StackProvider app={stackClientApp}>
    <StackTheme>
      <Suspense fallback={null}>
        <Outlet />
      </Suspense>
    </StackTheme>
  </StackProvider>
)

const Handler = () => {
  const location = useLocation()
  return <StackHandler app={stackClientApp} location={location.pathname} fullPage />
}

const root = createRootRoute({ component: Root })

const home = createRoute({ getParentRoute: () => root, path: "/", component: () => <h1>Home</h1> })

const handler = createRoute({ getParentRoute: () => root, path: "/handler/$", component: Handler })

const notes = createRoute({
  getParentRoute: () => root,
  path: "/notes",
  component: Notes,
  beforeLoad: async () => {
    const user = await stackClientApp.getUser()
    if (user === null) throw redirect({ to: "/" })
  }
})

export const router = createRouter({ routeTree: root.addChildren([home, handler, notes]) })
