/**
 * The payment provider's signed events, and their controls. docs/platform.md §21.4. The form of an event and of its
 * signature is the provider's own: `t=…,v1=…` with HMAC-SHA256 over `{t}.{body}`.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { createHmac } from "node:crypto"
import * as Invoices from "../../../../schemas/endpoints/invoices.ts"
import * as Payments from "../../../../schemas/endpoints/payments.ts"
import * as Products from "../../../../schemas/endpoints/products.ts"
import * as Purchases from "../../../../schemas/endpoints/purchases.ts"
import * as Transactions from "../../../../schemas/endpoints/transactions.ts"
import { Emulator } from "../../../../src/emulator/index.ts"
import { runs } from "../../../support/suite/properties.ts"
import { asAdmin, asServer, emulated, send } from "../support/support.ts"
import { customer, payments } from "./shop.ts"

const charging = emulated({ payments: { ...payments, testMode: false } })

type Customer = Effect.Success<typeof customer>

const controls = Effect.map(Emulator, ({ payments }) => payments)

const buy = (of: Customer, productId: string) =>
  Effect.gen(function*() {
    const { url } = yield* Purchases.createUrl({ ...of, productId })
    const { complete } = yield* controls
    assert.strictEqual(yield* Effect.promise(() => complete({ url })), "completed")
  })

const owned = (of: Customer) => Effect.map(Products.list(of), ({ items }) => items.map(({ id }) => id))

/** Whether the customer's first product has an active subscription. */
const isActive = (of: Customer) =>
  Effect.map(Products.list(of), ({ items }) => typeof items[0]?.subscription?.subscriptionId === "string")

const rejection = (run: () => Promise<unknown>) =>
  Effect.promise(() => run().then(() => "not rejected", (error: Error) => error.message))

const post = (body: string, signature: string) =>
  send("POST", "/emulator/payments/webhooks", {
    headers: { "content-type": "application/json", "stripe-signature": signature },
    body
  })

const signed = (event: object, secret = "whsec_emulator") => {
  const body = JSON.stringify(event)
  const signature = `t=12,v1=${createHmac("sha256", secret).update(`12.${body}`).digest("hex")}`
  return Effect.map(post(body, signature), ({ status }) => status)
}

describe("the account", () => {
  it.effect("an account can't charge until the provider reports that it can, and purchase codes keep the state in which they were created", () =>
    Effect.gen(function*() {
      yield* asAdmin(Payments.setup())
      const { reportAccount } = yield* controls
      const before = yield* asAdmin(Payments.getAccountInfo())
      yield* Effect.promise(() => reportAccount({ chargesEnabled: true, detailsSubmitted: true }))
      const after = yield* asAdmin(Payments.getAccountInfo())

      const flags = ({ chargesEnabled, detailsSubmitted, payoutsEnabled }: typeof before) => [
        chargesEnabled,
        payoutsEnabled,
        detailsSubmitted
      ]
      assert.deepStrictEqual([before, after].map(flags), [[false, false, false], [true, false, true]])
    }).pipe(Effect.provide(emulated())))

  it.effect("the account of seeded payments can charge", () =>
    Effect.gen(function*() {
      const { chargesEnabled, payoutsEnabled } = yield* asAdmin(Payments.getAccountInfo())

      assert.deepStrictEqual([chargesEnabled, payoutsEnabled], [true, true])
    }).pipe(Effect.provide(charging)))

  it.effect("reporting an account fails before payments are set up", () =>
    Effect.gen(function*() {
      const { reportAccount } = yield* controls

      assert.match(yield* rejection(() => reportAccount({ chargesEnabled: true })), /^Set up the payments of project/)
    }).pipe(Effect.provide(emulated())))
})

describe("subscriptions", () => {
  it.effect("a subscription is inactive after a failed renewal until a renewal is paid, and the fourth failure ends it", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      yield* buy(ann, "pro")
      const { failRenewal, list, renew } = yield* controls
      const at = { customerId: ann.customerId }

      yield* Effect.promise(() => failRenewal(at))
      const afterFailure = [yield* isActive(ann), ...yield* owned(ann)]
      yield* Effect.promise(() => renew(at))
      const afterRenewal = [yield* isActive(ann), ...yield* owned(ann)]
      const invoices = (yield* Invoices.list(ann)).items.map(({ status }) => status)
      for (let failures = 0; failures < 4; failures++) yield* Effect.promise(() => failRenewal({}))

      assert.deepStrictEqual([afterFailure, afterRenewal], [[false, "pro"], [true, "pro"]])
      assert.deepStrictEqual(invoices, ["paid", "paid"])
      const [purchase] = yield* Effect.promise(() => list({}))
      assert.deepStrictEqual(yield* owned(ann), [])
      assert.deepInclude(purchase, { productId: "pro", status: "canceled", isPaid: true })
      assert.match(yield* rejection(() => renew({})), /its subscription has ended\.$/)
    }).pipe(Effect.provide(charging)))

  it.effect("a renewal extends the period by its interval, and a subscription can end at the provider", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      yield* buy(ann, "pro")
      const { endSubscription, list, renew } = yield* controls
      const { id, periodEnd } = (yield* Effect.promise(() => list({})))[0]!
      yield* Effect.promise(() => renew({ purchase: id }))
      const [renewed] = yield* Effect.promise(() => list({}))
      yield* Effect.promise(() => endSubscription({ purchase: id }))

      assert.isAbove(renewed!.periodEnd!.getTime() - periodEnd!.getTime(), 27 * 86_400_000)
      assert.deepStrictEqual(yield* owned(ann), [])
    }).pipe(Effect.provide(charging)))

  it.effect("renewals fail after the customer's card has expired", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      yield* buy(ann, "pro")
      const { expireCard } = yield* controls
      const { clock } = yield* Emulator
      yield* Effect.promise(() => expireCard({ customerId: ann.customerId }))
      const before = yield* isActive(ann)
      clock.advance("32 days")
      const after = yield* isActive(ann)

      assert.deepStrictEqual([before, after], [true, false])
    }).pipe(Effect.provide(charging)))

  it.effect("the provider has no record of products that were granted", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      yield* asServer(Products.grant({ ...ann, productId: "pro" }))
      const { list, renew } = yield* controls
      const [purchase] = yield* Effect.promise(() => list({}))

      assert.isFalse(purchase!.isPaid)
      assert.match(yield* rejection(() => renew({ purchase: purchase!.id })), /has no record of granted/)
      assert.match(yield* rejection(() => renew({})), /has no such purchase/)
    }).pipe(Effect.provide(charging)))
})

describe("charges", () => {
  it.effect("a refund or dispute at the provider leaves the product with the customer", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      yield* buy(ann, "pack")
      const { dispute, list, refund } = yield* controls
      yield* Effect.promise(() => dispute({}))
      yield* Effect.promise(() => refund({ amountUsd: "2.50" }))
      const [purchase] = yield* Effect.promise(() => list({}))
      const { transactions } = yield* asAdmin(Transactions.list())

      assert.deepInclude(purchase, { isDisputed: true, isRefunded: true, status: "one-time" })
      assert.deepStrictEqual(yield* owned(ann), ["pack"])
      assert.lengthOf(transactions[0]!.adjustedBy, 1)
      assert.match(yield* rejection(() => refund({})), /already refunded/)
    }).pipe(Effect.provide(charging)))
})

describe("any order of events", () => {
  const Step = Schema.Literals([
    "renew",
    "failRenewal",
    "endSubscription",
    "refund",
    "dispute",
    "expireCard",
    "day",
    "month"
  ])

  it.effect.prop(
    "O8: in any order of events, an ended subscription stays ended, and each renewal has one invoice",
    [Schema.Array(Step)],
    ([steps]) =>
      Effect.gen(function*() {
        const ann = yield* customer
        yield* buy(ann, "pro")
        const emulator = yield* Emulator
        const { list } = emulator.payments
        const purchase = Effect.map(Effect.promise(() => list({})), (purchases) => purchases[0]!)
        const { customerId } = ann
        let refunds = 0
        for (const step of steps) {
          const before = yield* purchase
          let isDone = true
          if (step === "day" || step === "month") emulator.clock.advance(step === "day" ? "1 day" : "31 days")
          else {
            const run = step === "expireCard"
              ? () => emulator.payments.expireCard({ customerId })
              : () => emulator.payments[step]({})
            isDone = yield* Effect.promise(() => run().then(() => true, () => false))
          }
          if (step === "refund" && isDone) refunds++
          const after = yield* purchase
          if (before.status === "canceled") assert.strictEqual(after.status, "canceled", step)
          if (step === "renew" && isDone) {
            assert.strictEqual(after.status, "active")
            assert.isAbove(after.periodEnd!.getTime(), before.periodEnd!.getTime())
          }
        }
        const { payments } = [...emulator.store.projects.values()].at(-1)!
        const { subscription } = payments.purchases[0]!
        const paid = payments.invoices.filter(({ isRenewal, status }) => isRenewal && status === "paid").length
        assert.isAtMost(refunds, 1)
        assert.strictEqual(paid, subscription!.periods)
        assert.isAtMost(payments.invoices.filter(({ status }) => status === "open").length, 1)
      }).pipe(Effect.provide(charging)),
    { arbitrary: { runs: runs(40) } }
  )
})

describe("signed events", () => {
  it.effect("O8: an event is accepted if its signature matches it, and is rejected otherwise", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      yield* buy(ann, "pro")
      const { list } = yield* controls
      const { id } = (yield* Effect.promise(() => list({})))[0]!
      const event = { id: "evt_1", type: "customer.subscription.deleted", data: { object: { id } } }

      const rejected = [
        yield* signed(event, "whsec_other"),
        (yield* post(JSON.stringify(event), "")).status,
        (yield* post(JSON.stringify({ ...event, id: "evt_2" }), `t=12,v1=${"0".repeat(64)}`)).status
      ]
      const stillOwned = yield* owned(ann)

      assert.deepStrictEqual(rejected, [400, 400, 400])
      assert.deepStrictEqual(stillOwned, ["pro"])
      assert.strictEqual(yield* signed(event), 200)
      assert.deepStrictEqual(yield* owned(ann), [])
    }).pipe(Effect.provide(charging)))

  it.effect("events of other types are accepted and ignored, and malformed events and events for unknown objects are rejected", () =>
    Effect.gen(function*() {
      const statuses = [
        yield* signed({ id: "evt_1", type: "customer.created", data: { object: {} } }),
        yield* signed({ id: "evt_1", type: "invoice.paid", data: { object: {} } }),
        yield* signed({ id: "evt_1", type: "invoice.paid", data: { object: { subscription: "sub_nothing" } } }),
        yield* signed([])
      ]

      assert.deepStrictEqual(statuses, [200, 400, 404, 400])
    }).pipe(Effect.provide(charging)))

  it.effect("a seed can set the secret that signs the events", () =>
    Effect.gen(function*() {
      const event = { id: "evt_1", type: "customer.created", data: { object: {} } }

      assert.deepStrictEqual([yield* signed(event), yield* signed(event, "whsec_own")], [400, 200])
    }).pipe(Effect.provide(emulated({ paymentWebhookSecret: "whsec_own" }))))
})
