/** The README's quick start for React. `examples/react-app` has forms, errors and every screen. */
import { signOut } from "latchkey"
import { LatchkeyProvider, useRunEffect, useUser } from "latchkey/react"

const project = { projectId: "11111111-1111-4111-8111-111111111111", publishableClientKey: "pck_…" }

const Greeting = () => {
  const user = useUser({ or: "anonymous" })
  const runEffect = useRunEffect()
  return <button onClick={() => void runEffect(signOut())}>Sign out {user.displayName ?? "guest"}</button>
}

export const App = () => (
  <LatchkeyProvider project={project} fallback="One moment…">
    <Greeting />
  </LatchkeyProvider>
)
