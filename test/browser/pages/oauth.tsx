/** A site with a sign-in page, a callback page and an error page, in one document: its router keeps the session. */
import { type ClientOptions, createClient } from "latchkey/promise"
import { StrictMode, useEffect, useState, useSyncExternalStore } from "react"
import { createRoot } from "react-dom/client"

declare const project: ClientOptions

declare global {
  /** What the address bar showed right after each call of the callback. */
  var addresses: Array<string>
}

globalThis.addresses = []

const listeners = new Set<() => void>()

const navigate = (url: string, { replace }: { readonly replace: boolean }) => {
  history[replace ? "replaceState" : "pushState"](null, "", url)
  for (const listener of listeners) listener()
}

const client = createClient({ ...project, tokenStore: "memory", redirectMethod: { navigate } })

globalThis.latchkey = client

/** As text, whatever it is. */
const described = (error: unknown) => `${(error as Error).name}: ${(error as Error).message}`

const usePath = () =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, () => location.pathname)

const useAnswer = (ask: () => Promise<string>) => {
  const [answer, setAnswer] = useState("…")
  useEffect(() => {
    let mounted = true
    const show = (text: string) => {
      if (mounted) setAnswer(text)
    }
    ask().then(show, (error) => show(described(error)))
    return () => {
      mounted = false
    }
    // each page asks once
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return <p role="status">{answer}</p>
}

const SignIn = () => {
  const [problem, setProblem] = useState("")
  const leave = (flow: Promise<unknown>) => void flow.catch((error) => setProblem(described(error)))
  return (
    <>
      <button onClick={() => leave(client.oauth.signIn({ provider: "github" }))}>GitHub</button>
      <p role="alert">{problem}</p>
    </>
  )
}

const Callback = () =>
  useAnswer(() => {
    const finished = client.oauth.callback()
    addresses.push(location.href)
    return finished.then((arrival) => JSON.stringify(arrival))
  })

const Failure = () => useAnswer(() => client.oauth.failure().then((failure) => described(failure)))

const Home = () =>
  useAnswer(() => client.currentUser.get().then((user) => user === null ? "nobody" : String(user.primaryEmail)))

const pages: { readonly [path: string]: () => React.ReactNode } = {
  "/handler/sign-in": SignIn,
  "/handler/oauth-callback": Callback,
  "/handler/error": Failure
}

const Site = () => {
  const path = usePath()
  const Page = pages[path] ?? Home
  return (
    <main>
      <h1>{path}</h1>
      <Page key={path} />
    </main>
  )
}

createRoot(document.getElementById("app")!).render(
  <StrictMode>
    <Site />
  </StrictMode>
)
