import { assert, describe, it } from "vitest"
import { ItemQuantityInsufficientAmount } from "../../../schemas/errors/payments.ts"
import { startEmulator } from "../../../src/emulator/index.ts"
import { adminPaymentsOf, paymentsOf, serverPaymentsOf } from "../../../src/payments/index.ts"
import { createAdmin, createClient, createServer } from "../../../src/promise/index.ts"
import { payments } from "../emulator/payments/shop.ts"

const ann = { email: "ann@example.com", password: "correct horse" }

const started = () => startEmulator({ payments, users: [ann] })

describe("payments with promises", () => {
  it("payments with promises share the client's session", async () => {
    await using platform = await started()
    await using client = createClient({ ...platform.project, tokenStore: "memory" })
    await client.signIn.withPassword(ann)
    const own = paymentsOf(client)

    await platform.payments.complete({ url: await own.checkout.url({ productId: "pro" }) })

    assert.strictEqual((await own.items.get({ itemId: "credits" })).quantity, 100)
    assert.deepStrictEqual((await own.products.list()).map(({ id }) => id), ["pro"])
  })

  it("a deduction beyond the quantity rejects with its error, which settled() returns", async () => {
    await using platform = await started()
    await using server = createServer(platform.project)
    const { items } = serverPaymentsOf(server)
    const credits = { customId: "org:acme", itemId: "tokens" }

    const refused = await items.tryDecrease({ ...credits, by: 1 }).settled()

    assert.instanceOf(refused.ok ? undefined : refused.error, ItemQuantityInsufficientAmount)
    await items.increase({ ...credits, by: 1 })
    await items.tryDecrease({ ...credits, by: 1 })
    assert.strictEqual((await items.get(credits)).quantity, 0)
  })

  it("a payment with an invalid option rejects with an error that names the option", async () => {
    await using platform = await started()
    await using client = createClient({ ...platform.project, tokenStore: "memory" })

    const refused = await paymentsOf(client).items.get({ itemId: "credits" }, { signal: 5 as never }).settled()

    assert.deepInclude(refused.ok ? undefined : refused.error, { endpoint: "items.get" })
  })

  it("streams of payments are async iterables, and calls can be aborted", async () => {
    await using platform = await started()
    await using admin = createAdmin(platform.project)
    const { items, transactions } = adminPaymentsOf(admin)
    await items.increase({ customId: "org:acme", itemId: "tokens", by: 3 })

    const types: Array<string | null> = []
    for await (const { type } of transactions.stream()) types.push(type)
    const aborted = await items.get({ customId: "org:acme", itemId: "tokens" }, { signal: AbortSignal.abort("stop") })
      .catch((reason: unknown) => reason)

    assert.deepStrictEqual(types, ["manual-item-quantity-change"])
    assert.strictEqual(aborted, "stop")
  })
})
