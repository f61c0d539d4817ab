import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as Billing from "../../../../schemas/endpoints/billing.ts"
import * as Invoices from "../../../../schemas/endpoints/invoices.ts"
import * as Metrics from "../../../../schemas/endpoints/metrics.ts"
import * as Payments from "../../../../schemas/endpoints/payments.ts"
import * as Products from "../../../../schemas/endpoints/products.ts"
import * as Purchases from "../../../../schemas/endpoints/purchases.ts"
import * as Transactions from "../../../../schemas/endpoints/transactions.ts"
import * as Users from "../../../../schemas/endpoints/users.ts"
import { Emulator } from "../../../../src/emulator/index.ts"
import { asAdmin, asServer, emulated, send } from "../support/support.ts"
import { customer, payments, quantityOf, statusOf, tagOf } from "./shop.ts"

const inTestMode = emulated({ payments })
const charging = emulated({ payments: { ...payments, testMode: false } })

type Ann = Effect.Success<typeof customer>

const urlFor = (ann: Ann, productId: string) => Effect.map(Purchases.createUrl({ ...ann, productId }), ({ url }) => url)

const codeOf = (url: string) => Redacted.make(new URL(url).pathname.split("/").at(-1)!)

const complete = (url: string, options: { readonly priceId?: string; readonly quantity?: number } = {}) =>
  Effect.flatMap(Emulator, ({ payments }) => Effect.promise(() => payments.complete({ url, ...options })))

const buy = (ann: Ann, productId: string, quantity?: number) =>
  Effect.flatMap(urlFor(ann, productId), (url) => complete(url, quantity === undefined ? {} : { quantity }))

const owned = (ann: Ann) =>
  Effect.map(
    asServer(Products.listAny(ann)),
    ({ items }) => items.map(({ id, quantity, type }) => [id, quantity, type])
  )

const invoicesOf = (ann: Ann) =>
  Effect.map(Invoices.list(ann), ({ items }) => items.map(({ amountTotal, status }) => [amountTotal, status]))

const decline = (times: number) =>
  Effect.map(Emulator, ({ faults }) => faults.add({ respond: { type: "cardDeclined" }, times }))

describe("purchase codes", () => {
  it.effect("a purchase code describes the product, and isn't found after the purchase", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      yield* asServer(Products.grant({ ...ann, productId: "free" }))
      const fullCode = codeOf(yield* urlFor(ann, "pro"))

      const info = yield* Purchases.readCode({ fullCode })
      yield* Purchases.completeInTestMode({ fullCode, priceId: "monthly" })

      assert.deepInclude(info, { testMode: true, alreadyBoughtNonStackable: false })
      assert.deepStrictEqual(info.conflictingProducts, [{ productId: "free", displayName: "Free" }])
      assert.strictEqual(
        yield* tagOf(Purchases.completeInTestMode({ fullCode, priceId: "monthly" })),
        "VerificationCodeNotFound"
      )
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* owned(ann), [["pro", 1, "subscription"]])
    }).pipe(Effect.provide(inTestMode)))

  it.effect("a purchase code can be read any number of times, and isn't found after a day", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      const fullCode = codeOf(yield* urlFor(ann, "pro"))
      for (let reading = 0; reading < 25; reading++) yield* Purchases.readCode({ fullCode })
      yield* TestClock.adjust("25 hours")

      assert.strictEqual(yield* tagOf(Purchases.readCode({ fullCode })), "VerificationCodeNotFound")
    }).pipe(Effect.provide(inTestMode)))

  it.effect("a malformed purchase code isn't found, or fails with a plain 500 if its first part is not a UUID", () =>
    Effect.gen(function*() {
      const fullCode = Redacted.value(codeOf(yield* urlFor(yield* customer, "pro")))
      const read = (code: string) => Purchases.readCode({ fullCode: Redacted.make(code) })

      assert.strictEqual(yield* tagOf(read(`${fullCode}_more`)), "VerificationCodeNotFound")
      assert.strictEqual(yield* tagOf(read(fullCode.replace("_", "-"))), "VerificationCodeNotFound")
      assert.strictEqual(yield* statusOf(read("nothing_anything")), 500)
    }).pipe(Effect.provide(inTestMode)))

  it.effect("checking a purchase code checks only that the code belongs to the project", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      const fullCode = Redacted.value(codeOf(yield* urlFor(ann, "pro")))
      const check = (code: string) => Purchases.checkCode({ fullCode: Redacted.make(code) })

      assert.deepStrictEqual(yield* check(`${fullCode.split("_")[0]}_anything`), { valid: true })
      assert.strictEqual(yield* tagOf(check("nothing_anything")), "VerificationCodeNotFound")
    }).pipe(Effect.provide(inTestMode)))

  it.effect("a purchase URL is rejected for products that the customer owns or can't buy, and for untrusted return pages", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      yield* asServer(Products.grant({ ...ann, productId: "pro" }))

      assert.strictEqual(yield* tagOf(urlFor(ann, "pro")), "ProductAlreadyGranted")
      assert.strictEqual(yield* tagOf(urlFor(ann, "secret")), "ProductDoesNotExist")
      assert.strictEqual(
        yield* tagOf(Purchases.createUrl({ ...ann, productId: "max", returnUrl: "https://elsewhere.example.com" })),
        "RedirectUrlNotWhitelisted"
      )
    }).pipe(Effect.provide(inTestMode)))

  it.effect("payments must be set up before a purchase", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      const early = yield* statusOf(urlFor(ann, "pro"))
      const { url } = yield* asAdmin(Payments.setup())
      const page = yield* send("GET", new URL(url).pathname)

      assert.strictEqual(early, 400)
      assert.strictEqual(page.status, 200)
      const { chargesEnabled, detailsSubmitted, payoutsEnabled } = yield* asAdmin(Payments.getAccountInfo())
      assert.deepStrictEqual([chargesEnabled, payoutsEnabled, detailsSubmitted], [false, false, false])
      assert.strictEqual(yield* tagOf(urlFor(ann, "pro")), "ProductDoesNotExist")
    }).pipe(Effect.provide(emulated())))

  it.effect("a project that blocks new purchases still allows grants and reads", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      yield* asServer(Products.grant({ ...ann, productId: "pro" }))

      assert.strictEqual(yield* tagOf(urlFor(ann, "max")), "NewPurchasesBlocked")
      assert.strictEqual(
        yield* tagOf(Products.switchProduct({ ...ann, fromProductId: "pro", toProductId: "max" })),
        "NewPurchasesBlocked"
      )
      assert.deepStrictEqual(yield* owned(ann), [["pro", 1, "subscription"]])
    }).pipe(Effect.provide(emulated({ payments: { ...payments, blockNewPurchases: true } }))))

  it.effect("a project outside test mode rejects purchases without payment", () =>
    Effect.gen(function*() {
      const fullCode = codeOf(yield* urlFor(yield* customer, "pro"))

      assert.strictEqual(yield* statusOf(Purchases.completeInTestMode({ fullCode, priceId: "monthly" })), 403)
    }).pipe(Effect.provide(charging)))
})

describe("paid subscriptions", () => {
  it.effect("a paid subscription has an invoice and a card, and is renewed after each month", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      const outcome = yield* buy(ann, "pro")
      yield* TestClock.adjust("62 days")

      assert.strictEqual(outcome, "completed")
      assert.deepStrictEqual(yield* invoicesOf(ann), [[2000, "paid"], [2000, "paid"], [2000, "paid"]])
      assert.deepInclude((yield* Billing.get(ann)).defaultPaymentMethod, { brand: "visa", last4: "4242" })
      assert.deepStrictEqual(yield* owned(ann), [["pro", 1, "subscription"]])
    }).pipe(Effect.provide(charging)))

  it.effect("a declined card buys nothing, and the purchase can be completed with another card", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      const url = yield* urlFor(ann, "pro")
      yield* decline(1)

      const first = yield* complete(url)
      const before = yield* owned(ann)
      const second = yield* complete(url)

      assert.deepStrictEqual([first, second], ["declined", "completed"])
      assert.deepStrictEqual(before, [])
      assert.deepStrictEqual(yield* owned(ann), [["pro", 1, "subscription"]])
    }).pipe(Effect.provide(charging)))

  it.effect("a declined renewal is charged again, and the subscription ends after the fourth declined charge", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      yield* buy(ann, "pro")
      yield* decline(4)
      yield* TestClock.adjust("32 days")
      const late = yield* owned(ann)
      const open = yield* invoicesOf(ann)
      yield* TestClock.adjust("20 days")

      assert.deepStrictEqual(late, [["pro", 1, "one_time"]])
      assert.deepStrictEqual(open, [[2000, "open"], [2000, "paid"]])
      assert.deepStrictEqual(yield* owned(ann), [])
      assert.deepStrictEqual(yield* invoicesOf(ann), [[2000, "uncollectible"], [2000, "paid"]])
    }).pipe(Effect.provide(charging)))

  it.effect("storing another card immediately pays an open renewal", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      yield* buy(ann, "pro")
      yield* decline(1)
      yield* TestClock.adjust("32 days")
      yield* owned(ann)
      const { clientSecret } = yield* Billing.startPaymentMethodSetup(ann)
      const setupIntentId = Redacted.value(clientSecret).split("_secret_")[0]!
      yield* Billing.setDefaultPaymentMethod({ ...ann, setupIntentId })

      assert.deepStrictEqual(yield* owned(ann), [["pro", 1, "subscription"]])
      assert.deepStrictEqual(yield* invoicesOf(ann), [[2000, "paid"], [2000, "paid"]])
    }).pipe(Effect.provide(charging)))

  it.effect("switching a paid product takes effect immediately, and charges the price difference", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      yield* buy(ann, "pro")
      yield* Products.switchProduct({ ...ann, fromProductId: "pro", toProductId: "max" })

      assert.deepStrictEqual(yield* owned(ann), [["max", 1, "subscription"]])
      assert.strictEqual(yield* quantityOf(ann), 1000)
      assert.sameDeepMembers(yield* invoicesOf(ann), [[2000, "paid"], [3050, "paid"]])
    }).pipe(Effect.provide(charging)))

  it.effect("a canceled paid subscription ends immediately", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      yield* buy(ann, "pro")
      yield* Products.cancel({ ...ann, productId: "pro" })
      yield* TestClock.adjust("40 days")

      assert.deepStrictEqual(yield* owned(ann), [])
      assert.deepStrictEqual(yield* invoicesOf(ann), [[2000, "paid"]])
    }).pipe(Effect.provide(charging)))

  it.effect("a card that another customer stores can't become the default", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      const { id } = yield* asServer(Users.create({ displayName: "Bob" }))
      const { clientSecret } = yield* asServer(
        Billing.startAnyPaymentMethodSetup({ customerType: "user", customerId: id })
      )
      const setupIntentId = Redacted.value(clientSecret).split("_secret_")[0]!

      assert.strictEqual(yield* statusOf(Billing.setDefaultPaymentMethod({ ...ann, setupIntentId })), 403)
      assert.strictEqual(
        yield* statusOf(Billing.setDefaultPaymentMethod({ ...ann, setupIntentId: "seti_nothing" })),
        500
      )
    }).pipe(Effect.provide(charging)))
})

describe("transactions", () => {
  const all = asAdmin(Transactions.list())

  it.effect("transactions list purchases, renewals and changes of items, newest first", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      yield* buy(ann, "pro")
      yield* TestClock.adjust("31 days")
      yield* buy(ann, "pack", 2)
      yield* TestClock.adjust("1 minute")

      const { transactions } = yield* all

      assert.sameMembers(transactions.map(({ type }) => type), ["purchase", "subscription-renewal", "purchase"])
      const pack = transactions.find(({ entries: [grant] }) =>
        grant?.type === "product_grant" && grant.productId === "pack"
      )
      assert.deepStrictEqual(pack!.entries.map(({ type }) => type), [
        "product_grant",
        "money_transfer",
        "item_quantity_change"
      ])
      assert.deepInclude(pack!.entries[1], { chargedAmount: { USD: "10" }, netAmount: { USD: "10" } })
    }).pipe(Effect.provide(charging)))

  it.effect("the next page of transactions begins after the cursor of the previous page", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      for (let at = 0; at < 3; at++) {
        yield* asServer(Products.grant({ ...ann, productId: "pack" }))
        yield* TestClock.adjust("1 second")
      }
      const first = yield* asAdmin(Transactions.list({ limit: 2 }))
      const second = yield* asAdmin(Transactions.list({ limit: 2, cursor: first.nextCursor! }))

      assert.strictEqual(new Set([...first.transactions, ...second.transactions].map(({ id }) => id)).size, 3)
      assert.strictEqual(second.nextCursor, null)
      assert.strictEqual(yield* statusOf(asAdmin(Transactions.list({ cursor: "nonsense" }))), 400)
    }).pipe(Effect.provide(inTestMode)))

  it.effect("a refund reduces the quantity of a purchased product, keeps the included items, and can't be repeated", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      yield* buy(ann, "pack", 2)
      const { transactions: [{ id }] } = (yield* all) as unknown as { transactions: [{ id: string }] }
      const refund = (quantity: number, amountUsd: string) =>
        asAdmin(Transactions.refund({
          type: "one-time-purchase",
          id,
          refundEntries: [{ entryIndex: 0, quantity, amountUsd }]
        }))

      const tooMuch = yield* tagOf(refund(1, "10.01"))
      const tooMany = yield* tagOf(refund(3, "1"))
      yield* refund(1, "5")
      const again = yield* tagOf(refund(1, "5"))

      assert.deepStrictEqual([tooMuch, tooMany], ["SchemaError", "SchemaError"])
      assert.strictEqual(again, "OneTimePurchaseAlreadyRefunded")
      assert.deepStrictEqual(yield* owned(ann), [["pack", 1, "one_time"]])
      assert.strictEqual(yield* quantityOf(ann), 100)
      assert.deepStrictEqual((yield* all).transactions[0]!.adjustedBy, [
        { transactionId: `${id}:refund`, entryIndex: 0 }
      ])
    }).pipe(Effect.provide(charging)))

  it.effect("grants and test purchases can't be refunded", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      const { subscriptionId } = yield* asServer(Products.grant({ ...ann, productId: "pro" }))
      yield* TestClock.adjust("1 second")
      yield* buy(ann, "pack")
      const { transactions: [pack] } = yield* all
      const refund = (type: "subscription" | "one-time-purchase", id: string) =>
        tagOf(asAdmin(Transactions.refund({ type, id, refundEntries: [] })))

      assert.strictEqual(pack!.testMode, true)
      assert.strictEqual(yield* refund("subscription", subscriptionId!), "SubscriptionInvoiceNotFound")
      assert.strictEqual(yield* refund("one-time-purchase", pack!.id), "TestModePurchaseNonRefundable")
      assert.strictEqual(yield* refund("one-time-purchase", "nothing"), "OneTimePurchaseNotFound")
    }).pipe(Effect.provide(inTestMode)))
})

describe("metrics of payments", () => {
  const overviews = Effect.map(asAdmin(Metrics.get()), ({ analyticsOverview, paymentsOverview }) => ({
    ...paymentsOverview!,
    days: analyticsOverview!.dailyRevenue.filter(({ newCents, refundCents }) => newCents + refundCents > 0)
  }))

  it.effect("metrics count orders, money by day, and the monthly value of paid subscriptions", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      yield* urlFor(ann, "max")
      yield* buy(ann, "pro")
      yield* buy(ann, "pack", 2)
      const { transactions } = yield* asAdmin(Transactions.list())
      const { id } = transactions.find(({ entries: [entry] }) =>
        entry?.type === "product_grant" && entry.productId === "pack"
      )!
      yield* TestClock.adjust("32 days")
      yield* asAdmin(Transactions.refund({
        type: "one-time-purchase",
        id,
        refundEntries: [{ entryIndex: 0, quantity: 1, amountUsd: "4.50" }]
      }))

      const { dailySubscriptions: _, ...counts } = yield* overviews

      assert.deepStrictEqual(counts, {
        subscriptionsByStatus: { active: 1 },
        activeSubscriptionCount: 1,
        totalOneTimePurchases: 1,
        revenueCents: 2000 + 1000 + 2000 - 450,
        mrrCents: 2000,
        totalOrders: 2,
        checkoutConversionRate: 200 / 3,
        days: [
          { date: "1970-02-01", newCents: 2000, refundCents: 0 },
          { date: "1970-02-02", newCents: 0, refundCents: 450 }
        ]
      })
    }).pipe(Effect.provide(charging)))

  it.effect("purchases in test mode count as orders without money", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      yield* buy(ann, "pro")

      const counts = yield* overviews

      assert.deepInclude(counts, { activeSubscriptionCount: 1, totalOrders: 1, revenueCents: 0, mrrCents: 0, days: [] })
      assert.strictEqual(counts.dailySubscriptions.at(-1)!.activity, 1)
    }).pipe(Effect.provide(inTestMode)))
})

describe("the payment page", () => {
  const form = (fields: { readonly [name: string]: string }) => ({
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString()
  })

  const pathOf = (url: string) => url.slice(new URL(url).origin.length)

  it.effect("the payment page shows the prices, completes the purchase, and returns to the app", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      const { url } = yield* Purchases.createUrl({
        ...ann,
        productId: "pro",
        returnUrl: "http://localhost:3000/done"
      })

      const page = yield* send("GET", pathOf(url))
      const posted = yield* send("POST", pathOf(url), form({ price_id: "monthly" }))

      assert.include(page.text, "$20.00 per month")
      assert.include(page.text, "Test mode")
      assert.strictEqual(posted.status, 303)
      assert.strictEqual(posted.headers.get("location"), "http://localhost:3000/done")
      assert.strictEqual((yield* send("GET", pathOf(url))).status, 400)
    }).pipe(Effect.provide(inTestMode)))

  it.effect("the payment page requests another card after a declined card", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      const path = pathOf(yield* urlFor(ann, "pro"))
      yield* decline(1)
      const card = { price_id: "monthly", card: "5555 5555 5555 4444" }

      const declined = yield* send("POST", path, form(card))
      const paid = yield* send("POST", path, form(card))

      assert.strictEqual(declined.status, 402)
      assert.include(declined.text, "The card was declined")
      assert.strictEqual(paid.status, 200)
      assert.deepInclude((yield* Billing.get(ann)).defaultPaymentMethod, { brand: "mastercard", last4: "4444" })
    }).pipe(Effect.provide(charging)))

  it.effect("the payment page doesn't return to a site that the project doesn't trust", () =>
    Effect.gen(function*() {
      const path = pathOf(yield* urlFor(yield* customer, "pro"))

      const { headers, status } = yield* send(
        "POST",
        `${path}?return_url=https%3A%2F%2Felsewhere.example.com`,
        form({ price_id: "monthly" })
      )

      assert.strictEqual(status, 200)
      assert.isNull(headers.get("location"))
    }).pipe(Effect.provide(inTestMode)))
})
