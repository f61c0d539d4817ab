import { products } from "latchkey/payments"
import { useAction } from "latchkey/react"
import { useItem, useProducts } from "latchkey/react/payments"

// #region plan
export const Plan = () => {
  const credits = useItem("credits")
  const owned = useProducts()
  // right after a change of plan, the platform still lists the old plan too, without a subscription
  const plan = owned.find(({ subscription }) => subscription !== null) ?? owned[0]
  const cancel = useAction(() => products.cancel({ productId: "pro" }))
  return (
    <p>
      {plan?.product.displayName}, {credits?.quantity} credits{" "}
      {plan?.id === "pro" && <button disabled={cancel.isPending} onClick={() => void cancel.run()}>Cancel</button>}
    </p>
  )
}
// #endregion
