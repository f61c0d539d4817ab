/** The emulator and an app in one page, with the app's mailbox next to it. */
import { inPageBrowser, type PageBrowser } from "latchkey/emulator"
import { paymentsOf } from "latchkey/payments"
import { createClient } from "latchkey/promise"
import { useUser } from "latchkey/react"
import "latchkey/react/screens.css"
import { StrictMode, useSyncExternalStore } from "react"
import { createRoot } from "react-dom/client"
import { Playground } from "../../../examples/guides/Playground.tsx"

declare global {
  var inPage: PageBrowser
  /** Returns the URL of the checkout page. */
  var buy: (productId: string) => Promise<string>
}

const browser = globalThis.inPage = await inPageBrowser({
  users: [{ email: "ada@example.com", password: "correct horse" }],
  config: { oauthProviders: [{ id: "github", type: "shared" }], magicLinkEnabled: true },
  payments: { products: { pro: { displayName: "Pro", prices: { monthly: { USD: "20", interval: [1, "month"] } } } } }
})
globalThis.latchkey = createClient({ ...browser.project, retryPolicy: { attempts: 1 } })
globalThis.buy = (productId) =>
  paymentsOf(latchkey).checkout.url({ productId, returnUrl: "http://localhost:3000/bought" })

const Home = () => {
  const user = useUser()
  return (
    <main>
      <h1>{user === null ? "Nobody is signed in" : `Hello ${user.primaryEmail}`}</h1>
      {user?.primaryEmailVerified === true ? <p>Verified</p> : null}
      <a href="/handler/sign-in">Sign in</a> <a href="/handler/sign-up">Sign up</a>{" "}
      <a href="/handler/sign-out">Sign out</a> <a href="/handler/account-settings">Settings</a>
    </main>
  )
}

const Address = () => (
  <p aria-label="Address">{new URL(useSyncExternalStore(browser.subscribe, browser.url)).pathname}</p>
)

createRoot(document.getElementById("app")!).render(
  <StrictMode>
    <Address />
    <Playground browser={browser}>
      <Home />
    </Playground>
  </StrictMode>
)
