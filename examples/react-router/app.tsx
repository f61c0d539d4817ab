/**
 * The app in the browser: three pages, and all screens of Latchkey. A loader guards one of the pages, and a hook guards
 * another.
 */
import { signOut } from "latchkey"
import { LatchkeyProvider, useAction, useUser } from "latchkey/react"
import { LatchkeyHandler } from "latchkey/react/screens"
import "latchkey/react/screens.css"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import {
  createBrowserRouter,
  Link,
  type LoaderFunctionArgs,
  Outlet,
  redirect,
  useLoaderData,
  useLocation,
  useNavigate
} from "react-router"
import { RouterProvider } from "react-router/dom"
import { createSession, signInTo } from "./session.ts"

// the router is created below, before the first navigation
const session = createSession({ navigate: (path, options) => router.navigate(path, options) })

/** Runs before the page is shown. Until then, the address bar shows the address of the previous page. */
const requireUser = async ({ request }: LoaderFunctionArgs) => {
  const user = await session.user()
  if (user !== null) return user
  const { pathname, search } = new URL(request.url)
  throw redirect(signInTo(pathname + search))
}

const Site = () => (
  <>
    <nav>
      <Link to="/">Home</Link> <Link to="/notes?tag=new">Notes</Link> <Link to="/profile">Profile</Link>
    </nav>
    <Outlet />
  </>
)

const Home = () => {
  const user = useUser()
  return <h1>{user === null ? "Signed out" : `Hello ${user.displayName}`}</h1>
}

const Notes = () => {
  const { displayName } = useLoaderData<typeof requireUser>()
  const { search } = useLocation()
  const navigate = useNavigate()
  const signingOut = useAction(signOut)
  const signOutAndGoHome = async () => {
    // leaving the page would interrupt this call, so first wait until the call has finished
    await signingOut.run()
    await navigate("/")
  }
  return (
    <>
      <h1>Notes of {displayName} {search}</h1>
      <button onClick={() => void signOutAndGoHome()}>Sign out</button>
    </>
  )
}

/** A page with a component that requires a user. */
const Profile = () => <h1>Profile of {useUser({ or: "redirect" }).displayName}</h1>

/** All screens. With `path`, the screens follow the router. */
const Handler = () => {
  const { hash, pathname, search } = useLocation()
  return <LatchkeyHandler path={pathname + search + hash} />
}

const router = createBrowserRouter([
  {
    element: <Site />,
    HydrateFallback: () => <p>One moment …</p>,
    children: [
      { path: "/", element: <Home /> },
      { path: "/notes", element: <Notes />, loader: requireUser },
      { path: "/profile", element: <Profile /> },
      { path: "/handler/*", element: <Handler /> }
    ]
  }
])

createRoot(document.getElementById("app")!).render(
  <StrictMode>
    <LatchkeyProvider layer={session.layer} fallback={<p>One moment …</p>}>
      <RouterProvider router={router} />
    </LatchkeyProvider>
  </StrictMode>
)
