/** The console's page of payments. */
import { assert, describe, it } from "@effect/vitest"
import { onTestFinished } from "vitest"
import { startEmulator } from "../../../../src/emulator/index.ts"
import { serverPaymentsOf } from "../../../../src/payments/index.ts"
import { createServer } from "../../../../src/promise/index.ts"
import { payments } from "../payments/shop.ts"

const started = async (testMode: boolean) => {
  const platform = await startEmulator({
    pages: true,
    payments: { ...payments, testMode },
    users: [{ email: "ada@example.com", password: "correct horse" }]
  })
  onTestFinished(() => platform.close())
  const server = createServer({ ...platform.project, baseUrl: platform.baseUrl })
  onTestFinished(() => server[Symbol.asyncDispose]())
  const [user] = platform.store.projects.get(platform.project.projectId)!.usersInOrder
  const ada = { userId: user!.id }
  const paying = serverPaymentsOf(server)
  const url = `${platform.baseUrl}/emulator/payments`
  return {
    ada,
    paying,
    buy: async (productId: string) => {
      const url = await paying.checkout.url({ ...ada, productId })
      return platform.payments.complete({ url })
    },
    page: () => fetch(url).then((response) => response.text()),
    refund: (purchase: string) =>
      fetch(url, {
        method: "POST",
        redirect: "manual",
        headers: { origin: platform.baseUrl },
        body: new URLSearchParams({ do: "refund", purchase })
      })
  }
}

const purchaseIn = (text: string): string => /name="purchase" value="([^"]+)" aria-label="Refund Pack"/.exec(text)![1]!

describe("the console's page of payments", () => {
  it("the console shows products, and the items, products and transactions of customers", async () => {
    const { ada, buy, page, paying } = await started(false)
    const before = await page()
    await buy("pro")
    await buy("pack")
    await paying.items.increase({ ...ada, itemId: "credits", by: 7 })

    const text = await page()

    assert.match(text, /Pro<\/td><td>user<\/td><td><div>\$20\.00 per month<\/div><\/td><td><div>100 credits/)
    assert.include(before, "No purchases yet.")
    assert.match(text, /ada@example\.com<\/a><\/td><td>user<\/td><td><div>157 credits<\/div>/)
    assert.match(text, /Pro<\/span> <span class="chip ">active<\/span>/)
    assert.match(text, /<div>\+7 credits<\/div>/)
    assert.include(text, "$5.00")
  })

  it("the console refunds a paid purchase once", async () => {
    const { buy, page, refund } = await started(false)
    await buy("pack")
    const purchase = purchaseIn(await page())

    const first = await refund(purchase)
    const second = await refund(purchase)

    assert.deepStrictEqual([first.status, first.headers.get("location")], [303, "/emulator/payments?notice=refunded"])
    assert.strictEqual(second.status, 422)
    assert.match(await page(), /<span class="chip">refunded<\/span>/)
  })

  it("the console offers no refund in test mode", async () => {
    const { buy, page } = await started(true)
    await buy("pack")

    const text = await page()

    assert.include(text, "<span class=\"chip\">test</span>")
    assert.notInclude(text, "Refund Pack")
  })
})
