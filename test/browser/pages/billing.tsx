/** An app that sells plans: a button that uses a credit, a button to upgrade, and the account settings with billing. */
import * as Effect from "effect/Effect"
import { authHeaders, type Client, reads } from "latchkey"
import { paymentReads, paymentsOf } from "latchkey/payments"
import { LatchkeyProvider, RequireUser, useAction, useClient } from "latchkey/react"
import { useItem, useProducts } from "latchkey/react/payments"
import { LatchkeyHandler } from "latchkey/react/screens"
import "latchkey/react/screens.css"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"

declare const project: Client.ClientOptions

/** The back end takes the credit, so the page reads the credits again. */
const draw = Effect.gen(function*() {
  const headers = yield* authHeaders()
  const response = yield* Effect.promise(() => fetch("/draw", { method: "POST", headers }))
  yield* reads.invalidate(paymentReads.item({ itemId: "credits" }))
  return yield* Effect.promise(() => response.text())
})

const Plan = () => {
  const drawing = useAction(() => draw)
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
      <button onClick={() => void drawing.run()}>Draw</button>
      <p role="status">{drawing.isPending ? "drawing" : drawing.data}</p>
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
