"use client"
/** The parts that run in the browser. */
import { type FormEvent, type ReactNode, Suspense, useState, useSyncExternalStore } from "react"
import { StackClientApp } from "../apps.ts"
import { StackProvider, useStackApp, useUser } from "../react.tsx"
import type { Tokens } from "../requests.ts"
import { cookieName, tokensIn, valueOf } from "./cookie.ts"
import type { Passed } from "./index.tsx"

export { useStackApp, useUser }

/** The app object of a page. It has the session of the cookie, and loads pages from the server. */
const inPage = (passed: Passed): StackClientApp => {
  const name = cookieName(passed.projectId ?? "")
  const app = new StackClientApp({ ...passed, tokenStore: tokensIn(cookieNamed(name)) })
  let held = app.tokens
  Object.defineProperty(app, "tokens", {
    get: () => held,
    set: (tokens: Tokens) => {
      if (tokens.refreshToken !== held.refreshToken) writeCookie(name, tokens.refreshToken)
      held = tokens
    }
  })
  app.navigate = (to) => {
    // a page that is being left shows no other page
    app.navigate = () => {}
    window.location.assign(to)
  }
  return app
}

const cookieNamed = (name: string): string | undefined => {
  const found = document.cookie.split("; ").find((cookie) => cookie.startsWith(`${name}=`))
  return found === undefined ? undefined : decodeURIComponent(found.slice(name.length + 1))
}

const writeCookie = (name: string, token: string | null) => {
  const value = token === null ? "" : encodeURIComponent(valueOf(token, performance.timeOrigin))
  document.cookie = `${name}=${value}; path=/; max-age=${token === null ? 0 : 31_536_000}`
}

const never = () => () => {}

/** Renders its children in the browser only, because the cookie is read there. */
export const Provider = ({ children, passed }: { readonly passed: Passed; readonly children: ReactNode }) => {
  const isInBrowser = useSyncExternalStore(never, () => true, () => false)
  return isInBrowser && <InBrowser passed={passed}>{children}</InBrowser>
}

const InBrowser = ({ children, passed }: { readonly passed: Passed; readonly children: ReactNode }) => {
  const [app] = useState(() => inPage(passed))
  return (
    <StackProvider app={app}>
      <Suspense fallback={null}>{children}</Suspense>
    </StackProvider>
  )
}

export const Handler = ({ page }: { readonly page: string }) => page === "sign-in" ? <SignIn /> : <p>{page}</p>

const SignIn = () => {
  const app = useStackApp()
  const signIn = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    void app.signInWithCredential({ email: String(form.get("email")), password: String(form.get("password")) })
  }
  return (
    <form onSubmit={signIn}>
      <label htmlFor="email">Email</label>
      <input id="email" name="email" />
      <label htmlFor="password">Password</label>
      <input id="password" name="password" type="password" />
      <button>Sign in</button>
    </form>
  )
}

export const UserButton = () => {
  const user = useUser()
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <button onClick={() => setOpen(!isOpen)}>{user?.displayName}</button>
      {isOpen && (
        <div role="menu">
          <button role="menuitem" onClick={user?.signOut}>Sign out</button>
        </div>
      )}
    </div>
  )
}
