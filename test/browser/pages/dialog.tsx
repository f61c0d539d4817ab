/** An app's page with a sign-in dialog, and the handler's pages. */
import type { Client } from "latchkey"
import { LatchkeyProvider, useUser } from "latchkey/react"
import { LatchkeyHandler, SignInDialog } from "latchkey/react/screens"
import "latchkey/react/screens.css"
import { StrictMode, useState } from "react"
import { createRoot } from "react-dom/client"

declare const project: Client.ClientOptions

const Orders = () => {
  const user = useUser()
  const [open, setOpen] = useState(false)
  const [status, setTold] = useState("")
  return (
    <main style={{ minHeight: "100vh" }}>
      <h1>{user === null ? "Orders" : `Orders of ${user.primaryEmail}`}</h1>
      <button onClick={() => setOpen(true)}>Sign in first</button>
      <a href="/elsewhere">Elsewhere</a>
      <p role="status">{status}</p>
      <SignInDialog
        open={open}
        onClose={() => setOpen(false)}
        onSignedIn={({ isNewUser }) => setTold(isNewUser ? "Welcome" : "Welcome back")}
      />
    </main>
  )
}

createRoot(document.getElementById("app")!).render(
  <StrictMode>
    <LatchkeyProvider project={project}>
      {location.pathname.startsWith("/handler") ? <LatchkeyHandler /> : <Orders />}
    </LatchkeyProvider>
  </StrictMode>
)
