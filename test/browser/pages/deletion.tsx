/** An app whose back end requires a recent sign-in for one operation. */
import type { Client } from "latchkey"
import { LatchkeyProvider, useUser } from "latchkey/react"
import { LatchkeyHandler } from "latchkey/react/screens"
import "latchkey/react/screens.css"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { DeleteAccount } from "../../../examples/guides/DeleteAccount.tsx"

declare const project: Client.ClientOptions

const Account = () => {
  const { primaryEmail } = useUser({ or: "redirect" })
  return (
    <main>
      <h1>Hello {primaryEmail}</h1>
      <DeleteAccount />
    </main>
  )
}

createRoot(document.getElementById("app")!).render(
  <StrictMode>
    <LatchkeyProvider project={project}>
      {location.pathname.startsWith("/handler") ? <LatchkeyHandler /> : <Account />}
    </LatchkeyProvider>
  </StrictMode>
)
