/**
 * Components and hooks with the names of the platform's public docs. Components that only display something render
 * nothing.
 */
import { createContext, type ReactNode, use, useContext, useEffect, useSyncExternalStore } from "react"
import { StackClientApp } from "./apps.ts"

type User = NonNullable<Awaited<ReturnType<StackClientApp["getUser"]>>>

const App = createContext<StackClientApp | undefined>(undefined)

export const StackProvider = ({ app, children }: { readonly app: StackClientApp; readonly children: ReactNode }) => {
  const method = app.requests.options.redirectMethod
  const navigate = typeof method === "object" ? method.useNavigate() : undefined
  useEffect(() => {
    if (navigate !== undefined) app.navigate = navigate
  })
  return <App value={app}>{children}</App>
}

export const StackTheme = ({ children }: { readonly children: ReactNode }) => children

export const StackHandler = ({ location }: { readonly location: string }) => <p>{location}</p>

export const [UserButton, SelectedTeamSwitcher] = [() => null, () => null]

export const useStackApp = () => useContext(App)!

/** The latest reads of each app. A change of the user ends them. */
const reads = new WeakMap<
  StackClientApp,
  { readonly version: number; readonly byName: Map<string, Promise<unknown>> }
>()

function useRead<A>(app: StackClientApp, name: string, read: () => Promise<A>): A {
  const version = useSyncExternalStore(
    (listener) => {
      app.listeners.add(listener)
      return () => app.listeners.delete(listener)
    },
    () => app.version
  )
  let known = reads.get(app)
  if (known?.version !== version) reads.set(app, known = { version, byName: new Map() })
  if (!known.byName.has(name)) known.byName.set(name, read())
  return use(known.byName.get(name) as Promise<A>)
}

export const useUser = ({ or }: { readonly or?: "redirect" } = {}) => {
  const app = useStackApp()
  const user = useRead(app, "user", () => app.getUser())
  const isMissing = user === null && or === "redirect"
  if (isMissing) {
    useRead(app, "redirect", async () => {
      await Promise.resolve()
      app.go(app.urls.signIn)
      return new Promise<never>(() => {})
    })
  }
  return user === null ? null : withHooks(app, user)
}

const withHooks = (app: StackClientApp, user: User) => ({
  ...user,
  // oxlint-disable-next-line react/rules-of-hooks -- a method of the platform's user is a hook
  useTeams: () => useRead(app, "teams", user.listTeams)
})

export {
  StackClientApp,
  StackClientApp as HexclaveClientApp,
  StackProvider as HexclaveProvider,
  StackTheme as HexclaveTheme,
  useStackApp as useHexclaveApp
}
