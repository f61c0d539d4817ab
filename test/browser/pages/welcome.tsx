/**
 * An app with a page that requires a user and requests the user's id from its own back end. The app is the same for
 * every platform revision.
 */
import type { Client } from "latchkey"
import { LatchkeyProvider, useUser } from "latchkey/react"
import { LatchkeyHandler } from "latchkey/react/screens"
import "latchkey/react/screens.css"
import { StrictMode, useEffect, useState } from "react"
import { createRoot } from "react-dom/client"

declare const project: Client.ClientOptions

const Notes = () => {
  const { primaryEmail } = useUser({ or: "redirect" })
  const [known, setKnown] = useState<string>()
  useEffect(() => {
    void fetch("/api/me").then((answer) => answer.json()).then(({ status }) => setKnown(status))
  }, [])
  return (
    <main>
      <h1>Welcome {primaryEmail}</h1>
      <p role="status">{known}</p>
    </main>
  )
}

createRoot(document.getElementById("app")!).render(
  <StrictMode>
    <LatchkeyProvider project={project}>
      {location.pathname.startsWith("/handler") ? <LatchkeyHandler /> : <Notes />}
    </LatchkeyProvider>
  </StrictMode>
)
