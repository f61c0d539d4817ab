/** An app with devtools, whose only function has a bug. */
import type { Client } from "latchkey"
import { LatchkeyProvider, useClient } from "latchkey/react"
import { Devtools } from "latchkey/react/devtools"
import { StrictMode, useState } from "react"
import { createRoot } from "react-dom/client"
import { initials } from "./initials.ts"

declare const project: Client.ClientOptions

const Account = () => {
  const client = useClient()
  const [shown, setShown] = useState("")
  const show = () => initials(client).then(setShown, (error: Error) => setShown(error.message))
  return (
    <main>
      <h1>Account</h1>
      <button type="button" onClick={() => void show()}>Show my initials</button>
      <output>{shown}</output>
    </main>
  )
}

createRoot(document.getElementById("app")!).render(
  <StrictMode>
    <LatchkeyProvider project={project}>
      <Account />
      <Devtools />
    </LatchkeyProvider>
  </StrictMode>
)
