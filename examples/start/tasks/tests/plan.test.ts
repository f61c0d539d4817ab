/** The task of the guide to payments: a user buys a plan, uses its credits, and gets new ones. */
import { startEmulator } from "latchkey/emulator"
import { adminPaymentsOf, paymentsOf, serverPaymentsOf } from "latchkey/payments"
import { createAdmin, createClient, createServer, ItemQuantityInsufficientAmount } from "latchkey/promise"
import { expect, test } from "vitest"

const ada = { email: "ada@example.com", password: "correct horse battery staple" }

test("a user buys a plan, and gets its credits every month", async () => {
  await using platform = await startEmulator({ users: [ada] })
  await using client = createClient(platform.project)
  await using server = createServer(platform.project)
  await using admin = createAdmin(platform.project)
  await client.signIn.withPassword(ada)
  const { id: userId } = await client.currentUser.get({ or: "throw" })

  const { account, catalog } = adminPaymentsOf(admin)
  await account.setup()
  await catalog.update({
    testMode: false,
    items: { credits: { displayName: "Credits" } },
    products: {
      pro: {
        displayName: "Pro",
        prices: { monthly: { USD: "20", interval: [1, "month"] } },
        includedItems: { credits: { quantity: 2, repeat: [1, "month"], expires: "when-repeated" } }
      }
    }
  })
  const { items } = serverPaymentsOf(server)
  const draw = () => items.tryDecrease({ userId, itemId: "credits", by: 1 })
  await expect(draw()).rejects.toThrow(ItemQuantityInsufficientAmount)

  const url = await paymentsOf(client).checkout.url({ productId: "pro" })
  await platform.payments.complete({ url })
  await draw()
  await draw()
  await expect(draw()).rejects.toThrow(ItemQuantityInsufficientAmount)

  platform.clock.advance("31 days")
  await draw()
})
