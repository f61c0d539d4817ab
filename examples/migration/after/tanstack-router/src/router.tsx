import { LatchkeyProvider } from "latchkey/react"
import { LatchkeyHandler } from "latchkey/react/screens"
import "latchkey/react/screens.css"
import { createRootRoute, createRoute, createRouter, Outlet, redirect, useLocation } from "@tanstack/react-router"
import { Suspense } from "react"
import { Notes } from "./Notes.tsx"
import { stackClientApp } from "./stack.ts"

const Root = () => (
  <LatchkeyProvider client={stackClientApp}>
    <Suspense fallback={null}>
      <Outlet />
    </Suspense>
  </LatchkeyProvider>
)

const Handler = () => {
  const location = useLocation()
  return <LatchkeyHandler path={location.pathname} fullPage />
}

const root = createRootRoute({ component: Root })

const home = createRoute({ getParentRoute: () => root, path: "/", component: () => <h1>Home</h1> })

const handler = createRoute({ getParentRoute: () => root, path: "/handler/$", component: Handler })

const notes = createRoute({
  getParentRoute: () => root,
  path: "/notes",
  component: Notes,
  beforeLoad: async () => {
    const user = await stackClientApp.currentUser.get()
    if (user === null) throw redirect({ to: "/" })
  }
})

export const router = createRouter({ routeTree: root.addChildren([home, handler, notes]) })
