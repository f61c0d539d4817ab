/**
 * The app in the browser: three pages, and all screens of Latchkey. The router guards one page before it loads, and a
 * hook guards another.
 */
import {
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  redirect,
  RouterProvider,
  useLocation,
  useNavigate
} from "@tanstack/react-router"
import { signOut } from "latchkey"
import { LatchkeyProvider, useAction, useUser } from "latchkey/react"
import { LatchkeyHandler } from "latchkey/react/screens"
import "latchkey/react/screens.css"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { createSession, signInTo } from "../react-router/session.ts"

// the router is created below, before the first navigation
const session = createSession({ navigate: (href, options) => router.navigate({ href, ...options }) })

const Site = () => (
  <>
    <nav>
      <Link to="/">Home</Link> <Link to="/notes" search={{ tag: "new" }}>Notes</Link> <Link to="/profile">Profile</Link>
    </nav>
    <Outlet />
  </>
)

const Home = () => {
  const user = useUser()
  return <h1>{user === null ? "Signed out" : `Hello ${user.displayName}`}</h1>
}

const Notes = () => {
  const { displayName } = notes.useRouteContext().user
  const { searchStr } = useLocation()
  const navigate = useNavigate()
  const signingOut = useAction(signOut)
  const signOutAndGoHome = async () => {
    // leaving the page would interrupt this call, so first wait until the call has finished
    await signingOut.run()
    await navigate({ to: "/" })
  }
  return (
    <>
      <h1>Notes of {displayName} {searchStr}</h1>
      <button onClick={() => void signOutAndGoHome()}>Sign out</button>
    </>
  )
}

/** A page with a component that requires a user. */
const Profile = () => <h1>Profile of {useUser({ or: "redirect" }).displayName}</h1>

/** All screens. With `path`, the screens follow the router. */
const Handler = () => <LatchkeyHandler path={useLocation().href} />

const root = createRootRoute({ component: Site })

const notes = createRoute({
  getParentRoute: () => root,
  path: "/notes",
  component: Notes,
  validateSearch: ({ tag }): { readonly tag?: string } => typeof tag === "string" ? { tag } : {},
  // Runs before the page is shown. Until then, the address bar shows the address of the previous page.
  beforeLoad: async ({ location }) => {
    const user = await session.user()
    if (user === null) throw redirect({ href: signInTo(location.href) })
    return { user }
  }
})

const router = createRouter({
  routeTree: root.addChildren([
    notes,
    createRoute({ getParentRoute: () => root, path: "/", component: Home }),
    createRoute({ getParentRoute: () => root, path: "/profile", component: Profile }),
    createRoute({ getParentRoute: () => root, path: "/handler/$", component: Handler })
  ])
})

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router
  }
}

createRoot(document.getElementById("app")!).render(
  <StrictMode>
    <LatchkeyProvider layer={session.layer} fallback={<p>One moment …</p>}>
      <RouterProvider router={router} />
    </LatchkeyProvider>
  </StrictMode>
)
