/** An app's page whose user menu and button open the account settings in a dialog, and the handler's pages. */
import type { Client } from "latchkey"
import { LatchkeyProvider, useUser } from "latchkey/react"
import { LatchkeyHandler } from "latchkey/react/screens"
import "latchkey/react/screens.css"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { ChangeEmail, Header } from "../../../examples/guides/SettingsHere.tsx"

declare const project: Client.ClientOptions

const Orders = () => {
  const user = useUser()
  return (
    <>
      <Header />
      <main style={{ minHeight: "100vh" }}>
        <h1>{user === null ? "Orders" : `Orders of ${user.displayName ?? user.primaryEmail}`}</h1>
        <ChangeEmail />
      </main>
    </>
  )
}

createRoot(document.getElementById("app")!).render(
  <StrictMode>
    <LatchkeyProvider project={project}>
      {location.pathname.startsWith("/handler") ? <LatchkeyHandler /> : <Orders />}
    </LatchkeyProvider>
  </StrictMode>
)
