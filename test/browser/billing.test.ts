import type { IncomingMessage, ServerResponse } from "node:http"
import type { Page } from "playwright-core"
import { assert, describe, it } from "vitest"
import { nodeHttp } from "../../src/backend/adapters/index.ts"
import { serverPaymentsOf } from "../../src/payments/index.ts"
import { createServer, ItemQuantityInsufficientAmount } from "../../src/promise/index.ts"
import { createAuthenticator } from "../../src/verify.ts"
import { payments } from "../src/emulator/payments/shop.ts"
import { type Site, site } from "./site.ts"
import { complainsOf, visit } from "./visit.ts"

const ada = { email: "ada@example.com", password: "correct horse" }

const ben = { email: "ben@example.com", password: "correct horse" }

/** Grants the free plan, as a back end does when a user signs up. */
const grantFree = async ({ platform }: Site, email: string) => {
  await using server = createServer(platform.project)
  const [user] = await server.users.list({ query: email })
  await serverPaymentsOf(server).products.grant({ userId: user!.id, productId: "free" })
}

describe("an app that sells plans", () => {
  const at = site({
    page: "billing.tsx",
    build: "production",
    users: [ada, ben],
    payments: { ...payments, testMode: false }
  })

  it("a user of an app that sells plans upgrades on the payment page, has the plan renewed, switches plans and cancels", async () => {
    await grantFree(at, ada.email)
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

describe("the story of the guide \"Sell something\"", () => {
  const eve = { email: "eve@example.com", password: "correct horse", displayName: "Eve" }

  const at: Site = site({
    page: "billing.tsx",
    build: "production",
    pages: true,
    users: [eve],
    payments: { ...payments, testMode: false },
    answer: (request, response) => {
      if (request.url !== "/draw") return false
      void draw(request, response)
      return true
    }
  })

  /** The back end of the app: takes a credit before it does the work. */
  const draw = async (request: IncomingMessage, response: ServerResponse) => {
    const user = await nodeHttp(createAuthenticator(at.platform.project), { require: "user" })(request, response)
    if (user === undefined) return
    await using server = createServer(at.platform.project)
    try {
      await serverPaymentsOf(server).items.tryDecrease({ userId: user.userId, itemId: "credits", by: 1 })
      response.end("a picture")
    } catch (error) {
      if (!(error instanceof ItemQuantityInsufficientAmount)) throw error
      response.end("no credits left")
    }
  }

  const drawOn = async (page: Page, result: string, left: number) => {
    await page.getByRole("button", { name: "Draw" }).click()
    await page.getByRole("status").getByText(result).waitFor()
    await page.getByText(`${left} credits`, { exact: true }).waitFor()
  }

  it("a user uses up the free credits, upgrades, gets new credits after a month, and loses the plan when it is refunded", async () => {
    await grantFree(at, eve.email)
    const page = await visit(at, "/", { as: eve })
    await page.getByRole("heading", { name: "Free" }).waitFor()
    for (let left = 9; left >= 0; left--) await drawOn(page, "a picture", left)
    await drawOn(page, "no credits left", 0)

    await page.getByRole("button", { name: "Upgrade" }).click()
    await page.getByRole("button", { name: "Pay" }).click()
    await page.waitForURL(`${at.url}/bought`)
    await page.getByRole("heading", { name: "Pro" }).waitFor()
    await page.getByText("100 credits", { exact: true }).waitFor()
    await drawOn(page, "a picture", 99)

    at.platform.clock.advance("31 days")
    await page.reload()
    await page.getByText("100 credits", { exact: true }).waitFor()
    await page.goto(`${at.url}/handler/account-settings#/billing`)
    await page.getByRole("list", { name: "Invoices" }).getByRole("listitem").nth(1).waitFor()

    const owner = await at.newContext()
    complainsOf(owner)
    const console = await at.open(`${at.platform.baseUrl}/emulator/payments`, owner)
    await console.getByRole("button", { name: "Refund" }).click()
    await console.getByText("refunded").first().waitFor()
    await page.reload()
    await page.getByText("No plan yet").waitFor()
    await page.goto(at.url)
    await page.getByRole("heading", { name: "No plan" }).waitFor()
  })
})
