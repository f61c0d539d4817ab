import { assert, describe, it } from "vitest"
import { serverPaymentsOf } from "../../src/payments/index.ts"
import { createServer } from "../../src/promise/index.ts"
import { payments } from "../src/emulator/payments/shop.ts"
import { site } from "./site.ts"
import { visit } from "./visit.ts"

const ada = { email: "ada@example.com", password: "correct horse" }

const ben = { email: "ben@example.com", password: "correct horse" }

describe("an app that sells plans", () => {
  const at = site({
    page: "billing.tsx",
    build: "production",
    users: [ada, ben],
    payments: { ...payments, testMode: false }
  })

  const grantFree = async (email: string) => {
    await using server = createServer(at.platform.project)
    const { items: [user] } = await server.users.list({ query: email })
    await serverPaymentsOf(server).products.grant({ userId: user!.id, productId: "free" })
  }

  it("a user of an app that sells plans upgrades on the payment page, is renewed, switches and cancels", async () => {
    await grantFree(ada.email)
    const page = await visit(at, "/", { as: ada })
    await page.getByRole("heading", { name: "Free" }).waitFor()
    await page.getByText("10 credits").waitFor()

    await page.getByRole("button", { name: "Upgrade" }).click()
    await page.getByText("$20.00 per month").waitFor()
    const replaced = await page.getByText("Replaces Free").count()
    await page.getByRole("button", { name: "Pay" }).click()
    await page.waitForURL(`${at.url}/bought`)
    await page.getByText("100 credits").waitFor()

    at.platform.clock.advance("31 days")
    await page.goto(`${at.url}/handler/account-settings#/billing`)
    const invoices = page.getByRole("list", { name: "Invoices" }).getByRole("listitem")
    await invoices.nth(1).waitFor()
    const afterMonth = await invoices.count()
    await page.getByRole("button", { name: "Switch to Max" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Switch to Max" }).click()
    await page.getByRole("button", { name: "Switch to Pro" }).waitFor()
    await page.getByRole("button", { name: /^Cancel plan/ }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Cancel plan" }).click()
    await page.getByText("No plan yet").waitFor()

    assert.strictEqual(replaced, 1)
    assert.strictEqual(afterMonth, 2)
  })

  it("a user of an app that sells plans tries another card after a declined one", async () => {
    at.platform.faults.add({ respond: { type: "cardDeclined" }, times: 1 })
    const page = await visit(at, "/", { as: ben })
    await page.getByRole("button", { name: "Upgrade" }).click()
    await page.getByRole("button", { name: "Pay" }).click()
    await page.getByRole("alert").filter({ hasText: "The card was declined" }).waitFor()

    await page.getByLabel("Card number").fill("5555 5555 5555 4444")
    await page.getByRole("button", { name: "Pay" }).click()

    await page.waitForURL(`${at.url}/bought`)
    await page.getByRole("heading", { name: "Pro" }).waitFor()
  })
})
