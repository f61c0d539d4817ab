/** An app that sells plans: credits, a button to upgrade, and the account settings with billing. */
import type { Client } from "latchkey"
import { paymentsOf } from "latchkey/payments"
import { LatchkeyProvider, RequireUser, useAction, useClient } from "latchkey/react"
import { useItem, useProducts } from "latchkey/react/payments"
import { LatchkeyHandler } from "latchkey/react/screens"
import "latchkey/react/screens.css"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"

declare const project: Client.ClientOptions

const Plan = () => {
  const { checkout } = paymentsOf(useClient())
  const credits = useItem("credits")
  const [plan] = useProducts()
  const upgrade = useAction(async () =>
    location.assign(await checkout.url({ productId: "pro", returnUrl: `${location.origin}/bought` }))
  )
  return (
    <main>
      <h1>{plan?.product.displayName ?? "No plan"}</h1>
      <p>{credits?.quantity} credits</p>
      <button onClick={() => void upgrade.run()}>Upgrade</button>
    </main>
  )
}

createRoot(document.getElementById("app")!).render(
  <StrictMode>
    <LatchkeyProvider project={project}>
      {location.pathname.startsWith("/handler")
        ? <LatchkeyHandler billing />
        : (
          <RequireUser>
            <Plan />
          </RequireUser>
        )}
    </LatchkeyProvider>
  </StrictMode>
)
