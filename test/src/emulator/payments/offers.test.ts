/** Payments of revision 2025-08, in which products are called offers. docs/platform.md §21.5. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as Items from "../../../../schemas/endpoints/items.ts"
import * as Payments from "../../../../schemas/endpoints/payments.ts"
import * as ProjectConfig from "../../../../schemas/endpoints/projectConfig.ts"
import * as Purchases from "../../../../schemas/endpoints/purchases.ts"
import { asAdmin, asServer, emulated, send } from "../support/support.ts"
import { customer, payments, quantityOf, statusOf, tagOf, update } from "./shop.ts"

const earlier = emulated({
  revision: "2025-08",
  payments: { ...payments, items: { ...payments.items, credits: { default: { quantity: 3 } } } }
})

type Ann = Effect.Success<typeof customer>

const codeOf = (url: string) => Redacted.make(new URL(url).pathname.split("/").at(-1)!)

const codeFor = (ann: Ann, offerId: string) =>
  Effect.map(asServer(Purchases.createAnyUrl({ ...ann, offerId })), ({ url }) => codeOf(url))

const buy = (ann: Ann, offerId: string, priceId: string) =>
  Effect.flatMap(codeFor(ann, offerId), (fullCode) => asAdmin(Payments.testModePurchase({ fullCode, priceId })))

describe("items of revision 2025-08", () => {
  it.effect("on 2025-08, an item's quantity is the sum of its default, the quantity that an active subscription includes, and unexpired changes", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      const before = yield* quantityOf(ann)
      yield* buy(ann, "pro", "monthly")
      const { json } = yield* send(
        "POST",
        `/api/v1/payments/items/user/${ann.customerId}/credits/update-quantity?allow_negative=false`,
        { level: "server", json: { delta: 7, expires_at: new Date(3_600_000).toISOString() } }
      )
      const after = yield* quantityOf(ann)

      yield* TestClock.adjust("32 days")

      assert.deepStrictEqual([before, after, yield* quantityOf(ann)], [3, 110, 103])
      assert.match(json.id, /^[0-9a-f-]{36}$/)
    }).pipe(Effect.provide(earlier)))

  it.effect("on 2025-08, a deduction beyond an item's quantity is rejected", () =>
    Effect.gen(function*() {
      const ann = yield* customer

      assert.strictEqual(yield* tagOf(update(ann, -4)), "ItemQuantityInsufficientAmount")
    }).pipe(Effect.provide(earlier)))

  it.effect("on 2025-08, every client can read the items of every customer", () =>
    Effect.gen(function*() {
      const { customerId } = yield* customer
      const { json } = yield* send("GET", `/api/v1/payments/items/user/${customerId}/credits`, { level: "client" })
      const custom = yield* Items.get({ customerType: "custom", customerId: "a", itemId: "tokens" })

      assert.deepStrictEqual([json.quantity, custom.quantity], [3, 0])
    }).pipe(Effect.provide(earlier)))
})

describe("purchases of revision 2025-08", () => {
  it.effect("on 2025-08, purchase URLs are created for offers, and the name productId of later revisions is rejected", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      const url = (offerId: string) => Purchases.createUrl({ ...ann, offerId })

      const errors = [
        yield* tagOf(Purchases.createUrl({ ...ann, productId: "pro" })),
        yield* tagOf(url("secret")),
        yield* tagOf(url("team")),
        yield* tagOf(url("nothing"))
      ]

      assert.deepStrictEqual(errors, [
        "SchemaError",
        "OfferDoesNotExist",
        "OfferCustomerTypeDoesNotMatch",
        "OfferDoesNotExist"
      ])
    }).pipe(Effect.provide(earlier)))

  it.effect("a code describes the offer, and an administrator completes the purchase, even of an owned offer", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      yield* buy(ann, "pro", "monthly")
      const fullCode = yield* codeFor(ann, "pro")

      const { json } = yield* send("POST", "/api/v1/payments/purchases/validate-code", {
        json: { full_code: Redacted.value(fullCode) }
      })
      yield* asAdmin(Payments.testModePurchase({ fullCode, priceId: "monthly" }))

      assert.deepStrictEqual(Object.keys(json), ["offer", "stripe_account_id", "project_id"])
      assert.deepStrictEqual(json.offer, {
        display_name: "Pro",
        customer_type: "user",
        prices: { monthly: { USD: "20", EUR: "18.50", interval: [1, "month"] } }
      })
      assert.strictEqual(yield* quantityOf(ann), 203)
    }).pipe(Effect.provide(earlier)))

  it.effect("on 2025-08, only administrators can make test purchases, only at a price with an interval, and without a quantity", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      const path = "/api/v1/internal/payments/test-mode-purchase-session"
      const full_code = Redacted.value(yield* codeFor(ann, "pro"))

      const once = yield* statusOf(buy(ann, "pack", "once"))
      const unknown = yield* statusOf(buy(ann, "pro", "weekly"))
      const asClient = yield* send("POST", path, { level: "client", json: { full_code, price_id: "monthly" } })
      const many = yield* send("POST", path, { level: "admin", json: { full_code, price_id: "monthly", quantity: 1 } })

      assert.deepStrictEqual([once, unknown], [500, 400])
      assert.strictEqual(asClient.json.code, "INSUFFICIENT_ACCESS_TYPE")
      assert.strictEqual(many.json.code, "SCHEMA_ERROR")
    }).pipe(Effect.provide(earlier)))

  it.effect("the account at the payment provider is a key of the configuration", () =>
    Effect.gen(function*() {
      yield* asAdmin(Payments.setup())

      const config = Redacted.value((yield* asAdmin(ProjectConfig.get())).configString)

      assert.match(config, /stripeAccountId\W+acct_/)
      assert.match(config, /offers\W/)
    }).pipe(Effect.provide(earlier)))

  it.effect("on 2025-08, payment endpoints of later revisions are not found", () =>
    Effect.gen(function*() {
      const { customerId } = yield* customer
      const paths = [`/payments/products/user/${customerId}`, "/internal/payments/transactions"]

      const statuses = yield* Effect.forEach(
        paths,
        (path) => Effect.map(send("GET", `/api/v1${path}`, { level: "admin" }), ({ status }) => status)
      )

      assert.deepStrictEqual(statuses, [404, 404])
    }).pipe(Effect.provide(earlier)))
})

describe("offers on revision 2026-04", () => {
  it.effect("on 2026-04, purchase URLs accept an offer id in place of a product id, and errors mention products", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      const { url } = yield* Purchases.createUrl({ ...ann, offerId: "pro" })

      const info = yield* Purchases.readCode({ fullCode: codeOf(url) })

      assert.strictEqual(info.product.displayName, "Pro")
      assert.strictEqual(yield* tagOf(Purchases.createUrl({ ...ann, offerId: "secret" })), "ProductDoesNotExist")
    }).pipe(Effect.provide(emulated({ revision: "2026-04", payments }))))
})
