/** Sells a plan, and renews its credits after a month. The site shows this code in a sandbox. */
import { client, emulator, print, project } from "./prepared.ts"

// #region code
import { paymentsOf, serverPaymentsOf } from "latchkey/payments"
import { createServer } from "latchkey/promise"

const { checkout, items, products } = paymentsOf(client)
const credits = async () => (await items.get({ itemId: "credits" })).quantity
print(`${await credits()} credits`)

// the emulator pays like a user with a card
const url = await checkout.url({ productId: "pro" })
await emulator.payments.complete({ url })
const plan = (await products.list()).map(({ product }) => product.displayName).join()
print(`${plan}: ${await credits()} credits`)

// a back end takes credits before it does the work; only a sandbox may use its key in a page
const server = createServer({ ...project, allowServerKeysInBrowser: true })
const { id: userId } = await client.currentUser.get({ or: "throw" })
await serverPaymentsOf(server).items.tryDecrease({ userId, itemId: "credits", by: 30 })
print(`after some work: ${await credits()} credits`)

emulator.clock.advance("31 days")
print(`a month later: ${await credits()} credits`)
// #endregion
