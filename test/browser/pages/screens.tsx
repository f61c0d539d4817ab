/** A site of the library's screens: the handler below `/handler`, and a home page that shows the signed-in user. */
import { type Client, passkeys } from "latchkey"
import { LatchkeyProvider, useAction, useUser } from "latchkey/react"
import { LatchkeyHandler } from "latchkey/react/screens"
import "latchkey/react/screens.css"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"

declare const project: Client.ClientOptions

const Home = () => {
  const user = useUser()
  const { exit, run } = useAction(() => passkeys.register())
  return (
    <main>
      <h1>{user === null ? "Nobody is signed in" : `Hello ${user.primaryEmail}`}</h1>
      <button onClick={() => void run()}>Add a passkey</button>
      <p role="status">{exit?._tag}</p>
    </main>
  )
}

createRoot(document.getElementById("app")!).render(
  <StrictMode>
    <LatchkeyProvider project={project}>
      {location.pathname.startsWith("/handler") ? <LatchkeyHandler /> : <Home />}
    </LatchkeyProvider>
  </StrictMode>
)
