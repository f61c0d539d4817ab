/** A site with sign-in, callback and error pages, each a full page load, and a client with default settings. */
import { type ClientOptions, createClient } from "latchkey/promise"
import { StrictMode, useEffect, useState } from "react"
import { createRoot } from "react-dom/client"

declare const project: ClientOptions

declare global {
  /** Reads the address bar right after each call of the callback, for a test. */
  var noteAddress: ((address: string) => void) | undefined
}

const client = createClient(project)

globalThis.latchkey = client

/** Converts any value to text. */
const described = (error: unknown) => `${(error as Error).name}: ${(error as Error).message}`

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
    // Runs once per page.
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
    globalThis.noteAddress?.(location.href)
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

const Page = pages[location.pathname] ?? Home

createRoot(document.getElementById("app")!).render(
  <StrictMode>
    <main>
      <h1>{location.pathname}</h1>
      <Page />
    </main>
  </StrictMode>
)
