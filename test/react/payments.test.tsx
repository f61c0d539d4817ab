import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { useAction } from "../../react/index.ts"
import { useBilling, useInvoices, useItem, useProducts } from "../../react/payments.ts"
import { checkout, products } from "../../src/payments/index.ts"
import { payments } from "../src/emulator/payments/shop.ts"
import { ada, inProcessEmulator } from "../support/platform/inProcessEmulator.ts"
import { render, shows, tree } from "./support/rendered.tsx"

const Plan = () => {
  const credits = useItem("credits")
  const owned = useProducts()
  const { run } = useAction(() => products.cancel({ productId: "pro" }))
  return (
    <button onClick={() => void run()}>
      {credits?.quantity ?? "none"} {owned.map(({ product }) => product.displayName).join()}
    </button>
  )
}

const Cards = () => {
  const bills = useInvoices()
  const card = useBilling()
  return <span>{bills.length} {card === null ? "none" : String(card.hasCustomer)}</span>
}

const seed = { users: [ada], payments: { ...payments, testMode: false } }

describe("hooks of payments", () => {
  it("payment hooks return the items and products, and return the changed values after a cancellation", async () => {
    const emulated = await inProcessEmulator(seed)
    const layer = await emulated.signedIn()
    const bought = Effect.gen(function*() {
      const url = yield* checkout.url({ productId: "pro" })
      yield* Effect.promise(() => emulated.emulator.payments.complete({ url }))
    })
    await Effect.runPromise(Effect.provide(bought, layer))
    render(tree(layer, <Plan />))
    await shows("100 Pro")

    document.querySelector("button")!.click()

    await shows("0 ")
    assert.isAbove(emulated.requests().filter((request) => request.startsWith("GET /payments/products")).length, 1)
  })

  it("payment hooks return no data when signed out", async () => {
    const emulated = await inProcessEmulator(seed)
    render(tree(emulated.client(), <Cards />))

    await shows("0 none")
    assert.deepStrictEqual(emulated.requests(), [])
  })
})
