/** A free plan, an upgrade, credits that run out, a renewal and a refund. `npm run example -- examples/guides/payments.ts` */
import { startEmulator } from "latchkey/emulator"
import { adminPaymentsOf, paymentsOf, serverPaymentsOf } from "latchkey/payments"
import { createAdmin, createClient, createServer, ItemQuantityInsufficientAmount } from "latchkey/promise"

const ada = { email: "ada@example.com", password: "correct horse" }

await using platform = await startEmulator({ users: [ada] })
await using client = createClient(platform.project)
await using server = createServer(platform.project)
await using admin = createAdmin(platform.project)
await client.signIn.withPassword(ada)
const { id: userId } = await client.currentUser.get({ or: "throw" })

// #region catalog
const { account, catalog, transactions } = adminPaymentsOf(admin)

await account.setup() // creates the owner's account at the payment provider
await catalog.update({
  testMode: false, // in test mode, purchases are free
  items: { credits: { displayName: "Credits" } },
  productLines: { plans: { displayName: "Plans" } },
  products: {
    free: {
      displayName: "Free",
      productLineId: "plans",
      prices: { monthly: { USD: "0", interval: [1, "month"] } },
      includedItems: { credits: { quantity: 3, repeat: [1, "month"], expires: "when-repeated" } }
    },
    pro: {
      displayName: "Pro",
      productLineId: "plans",
      prices: { monthly: { USD: "20", interval: [1, "month"] } },
      includedItems: { credits: { quantity: 100, repeat: [1, "month"], expires: "when-repeated" } }
    }
  }
})
// #endregion

// #region free
const { items, products } = serverPaymentsOf(server)

await products.grant({ userId, productId: "free" })
// #endregion

// #region use
const draw = async () => {
  try {
    await items.tryDecrease({ userId, itemId: "credits", by: 1 })
    return "a picture"
  } catch (error) {
    if (error instanceof ItemQuantityInsufficientAmount) return "no credits left"
    throw error
  }
}

for (let picture = 0; picture < 4; picture++) console.log(await draw())
// #endregion

// #region upgrade
const payments = paymentsOf(client)

const url = await payments.checkout.url({ productId: "pro" })
// redirect the user to the URL: location.assign(url)
// #endregion

// #region pay
// in a test, the emulator completes the purchase like a user with a card
await platform.payments.complete({ url })

const plan = async () => (await payments.products.list()).map(({ product }) => product.displayName).join()
const credits = async () => (await payments.items.get({ itemId: "credits" })).quantity
console.log(`${await plan()}, ${await credits()} credits`)
// #endregion

// #region renew
await draw()
console.log(`after a picture: ${await credits()} credits`)

platform.clock.advance("31 days")
console.log(`after a month: ${await credits()} credits, ${(await payments.invoices.list()).length} invoices`)
// #endregion

// #region refund
for await (const { entries: [entry], id, type } of transactions.stream({ type: "purchase" })) {
  if (entry?.type !== "product_grant" || entry.priceId === null) continue
  await transactions.refund({ id, type: "subscription", quantity: 1, amountUsd: "20" })
  console.log(`refunded: ${type} of ${entry.product.displayName}`)
}
console.log(`left: ${await plan() || "nothing"}`)
// #endregion
