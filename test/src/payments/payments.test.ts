import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import * as RetryPolicy from "../../../layers/call/RetryPolicy.ts"
import * as Reads from "../../../layers/reads/Reads.ts"
import * as Teams from "../../../schemas/endpoints/teams.ts"
import { projectConfig } from "../../../src/admin/index.ts"
import { Emulator, type FaultEffect } from "../../../src/emulator/index.ts"
import {
  adminPayments,
  billing,
  checkout,
  invoices,
  items,
  paymentReads,
  products,
  serverPayments
} from "../../../src/payments/index.ts"
import { overBothTransports } from "../../support/platform/transports.ts"
import { payments } from "../emulator/payments/shop.ts"
import { asAdmin, asServer, emulated as inProcess, signUp } from "../emulator/support/support.ts"

const shop = { payments: { ...payments, testMode: false }, config: { clientTeamCreationEnabled: true } } as const

const charging = inProcess(shop)

const complete = (url: string) =>
  Effect.flatMap(Emulator, ({ payments }) => Effect.promise(() => payments.complete({ url })))

const user = Effect.map(signUp(), ({ userId }) => ({ userId }))

overBothTransports(({ emulated }) => {
  const charging = emulated(shop)

  describe("payments of the signed-in user", () => {
    it.effect("a user buys a plan, switches it, and cancels it", () =>
      Effect.gen(function*() {
        yield* user
        const empty = yield* items.get({ itemId: "credits" })
        yield* complete(yield* checkout.url({ productId: "pro" }))
        const bought = yield* items.get({ itemId: "credits" })
        yield* products.switchTo({ from: "pro", to: "max" })
        const [max] = yield* products.list()
        const card = yield* billing.get()
        yield* products.cancel({ productId: "max" })

        assert.deepStrictEqual([empty.quantity, bought.quantity], [0, 100])
        assert.strictEqual(max!.id, "max")
        assert.strictEqual(card.defaultPaymentMethod?.last4, "4242")
        assert.deepStrictEqual(yield* products.list(), [])
        assert.strictEqual((yield* invoices.list()).length, 2)
      }).pipe(Effect.provide(charging)))

    it.effect("an administrator of a team sees the team's items", () =>
      Effect.gen(function*() {
        yield* user
        const { id: teamId } = yield* Teams.create({ displayName: "Gardeners", creatorUserId: "me" })
        yield* asServer(serverPayments.products.grant({ teamId, productId: "team" }))

        assert.strictEqual((yield* items.get({ teamId, itemId: "seats" })).quantity, 5)
      }).pipe(Effect.provide(charging)))

    it.effect("calls fail with NotSignedIn without a session, and without a request", () =>
      Effect.gen(function*() {
        const error = yield* Effect.flip(items.get({ itemId: "credits" }))
        const { requests } = yield* Emulator

        assert.strictEqual(error._tag, "NotSignedIn")
        assert.deepStrictEqual(requests.list(), [])
      }).pipe(Effect.provide(charging)))

    it.effect("a card is stored once the payment provider has confirmed its setup", () =>
      Effect.gen(function*() {
        yield* user
        const { clientSecret } = yield* billing.startSetup()
        const setupIntentId = Redacted.value(clientSecret).split("_secret_")[0]!

        assert.strictEqual((yield* billing.setDefault({ setupIntentId }))?.brand, "visa")
      }).pipe(Effect.provide(charging)))
  })
})

describe("quantities of items", () => {
  it.effect("an item's quantity can be increased and decreased, and only decrease can make it negative", () =>
    Effect.gen(function*() {
      const { items } = serverPayments
      const credits = { ...yield* user, itemId: "credits" }
      yield* asServer(items.increase({ ...credits, by: 5 }))
      const refused = yield* Effect.flip(asServer(items.tryDecrease({ ...credits, by: 6 })))
      yield* asServer(items.decrease({ ...credits, by: 6 }))

      assert.strictEqual(refused._tag, "ItemQuantityInsufficientAmount")
      assert.strictEqual((yield* asServer(items.get(credits))).quantity, -1)
    }).pipe(Effect.provide(charging)))

  it.effect("a quantity that isn't a positive integer is rejected without a request", () =>
    Effect.gen(function*() {
      const of = { customId: "org:acme", itemId: "tokens" }
      for (const by of [0, -1, 1.5, NaN]) {
        const error = yield* Effect.flip(asServer(serverPayments.items.tryDecrease({ ...of, by })))

        assert.strictEqual(error._tag === "CallError" && error.reason._tag, "InvalidInput")
      }
      assert.deepStrictEqual((yield* Emulator).requests.list(), [])
    }).pipe(Effect.provide(charging)))

  it.effect("100 concurrent callers of tryDecrease share 40 credits, and the other 60 calls fail", () =>
    Effect.gen(function*() {
      const credits = { customId: "org:acme", itemId: "tokens" }
      yield* asServer(serverPayments.items.increase({ ...credits, by: 40 }))

      const results = yield* asServer(
        Effect.forEach(
          Array.from({ length: 100 }),
          () => Effect.result(serverPayments.items.tryDecrease({ ...credits, by: 1 })),
          { concurrency: "unbounded" }
        )
      )

      const failures = results.flatMap((result) => result._tag === "Failure" ? [result.failure._tag] : [])
      assert.strictEqual(failures.length, 60)
      assert.deepStrictEqual([...new Set(failures)], ["ItemQuantityInsufficientAmount"])
      assert.strictEqual((yield* asServer(serverPayments.items.get(credits))).quantity, 0)
    }).pipe(Effect.provide(charging)))

  const Step = Schema.Struct({
    sign: Schema.Literals(["increase", "decrease", "tryDecrease"]),
    fault: Schema.Literals(["pass", "lostBefore", "lostAfter", "partialBody", "tooManyRequests", "serverError"])
  })

  const effectOf: { readonly [fault: string]: FaultEffect | "pass" } = {
    pass: "pass",
    lostBefore: { type: "lostBefore" },
    lostAfter: { type: "lostAfter" },
    partialBody: { type: "partialBody" },
    tooManyRequests: { type: "tooManyRequests", retryAfterSeconds: 0 },
    serverError: { type: "serverError" }
  }

  it.effect.prop(
    "C13: a quantity changes at most once per call, whatever happens to the responses and whatever the schedule",
    { steps: Schema.Array(Step) },
    ({ steps }) =>
      Effect.gen(function*() {
        const { faults, store, project } = yield* Emulator
        const credits = { customId: "org:acme", itemId: "tokens" }
        yield* asServer(serverPayments.items.increase({ ...credits, by: 100 }))
        const { payments: { itemChanges } } = store.projects.get(project.projectId)!
        for (const { fault, sign } of steps) {
          const before = itemChanges.length
          faults.add({ endpoint: "items.updateQuantity", respond: [effectOf[fault]!] })
          const change = asServer(serverPayments.items[sign]({ ...credits, by: 1 }))
          const result = yield* Effect.result(change).pipe(
            Effect.provide(RetryPolicy.layer(Schedule.recurs(4)), { local: true })
          )
          faults.clear()
          // a change without a response gets time before the next one
          yield* TestClock.adjust("3 seconds")

          assert.strictEqual(
            itemChanges.length - before,
            ["pass", "tooManyRequests", "lostAfter", "partialBody"].includes(fault) ? 1 : 0
          )
          assert.strictEqual(result._tag, ["pass", "tooManyRequests"].includes(fault) ? "Success" : "Failure")
        }
      }).pipe(Effect.provide(charging))
  )
})

describe("a project that sells", () => {
  it.effect("an update of the catalog changes only the given entries, and null removes an entry", () =>
    Effect.gen(function*() {
      const { catalog } = adminPayments
      yield* asAdmin(catalog.update({ testMode: true, products: { priceless: null, basic: { displayName: "Basic" } } }))
      const { products, testMode } = yield* asAdmin(catalog.get())

      assert.strictEqual(testMode, true)
      assert.deepStrictEqual(products!["basic"], { displayName: "Basic" })
      assert.notProperty(products, "priceless")
      assert.property(products, "pro")
    }).pipe(Effect.provide(charging)))

  it.effect("an update of the catalog with a product in an unknown line, or another type's line, is rejected without a change", () =>
    Effect.gen(function*() {
      const { catalog } = adminPayments
      const line = { productLineId: "nope" }
      const problems = yield* Effect.forEach(
        [
          { products: { a: line } },
          { products: { a: { ...line, customerType: "team" } }, productLines: { nope: { displayName: "Nope" } } },
          { productLines: { plans: null } }
        ] as const,
        (changes) => Effect.flip(asAdmin(catalog.update(changes)))
      )
      const { productLines, products } = yield* asAdmin(catalog.get())

      assert.deepStrictEqual(
        problems.map((error) =>
          error._tag === "CallError" && error.reason._tag === "InvalidInput" && error.reason.issues[0]
        ),
        [
          { path: "products.a.productLineId", problem: "there is no product line \"nope\"" },
          {
            path: "products.a.productLineId",
            problem: "the product line \"nope\" is for customers of type user, not team"
          },
          { path: "products.free.productLineId", problem: "there is no product line \"plans\"" }
        ]
      )
      assert.deepStrictEqual([Object.keys(productLines!), Object.hasOwn(products!, "a")], [["plans"], false])
    }).pipe(Effect.provide(charging)))

  it.effect("an update of the catalog may add a line with its product, and ignores mistakes that it doesn't touch", () =>
    Effect.gen(function*() {
      const { catalog } = adminPayments
      const wrong = { "payments.products.wrong": { productLineId: "nope" } }
      yield* asAdmin(projectConfig.update(wrong))
      yield* asAdmin(
        catalog.update({
          productLines: { packs: { displayName: "Packs", customerType: "team" } },
          products: { a: { productLineId: "packs", customerType: "team" } }
        })
      )

      assert.property((yield* asAdmin(catalog.get())).products, "a")
    }).pipe(Effect.provide(charging)))

  it.effect("a purchase is refunded by its transaction", () =>
    Effect.gen(function*() {
      yield* user
      yield* complete(yield* checkout.url({ productId: "pack" }))
      const [purchase] = yield* asAdmin(Stream.runCollect(adminPayments.transactions.stream({ type: "purchase" })))
      yield* asAdmin(
        adminPayments.transactions.refund({
          id: purchase!.id,
          type: "one-time-purchase",
          quantity: 1,
          amountUsd: "5"
        })
      )

      assert.deepStrictEqual(yield* products.list(), [])
    }).pipe(Effect.provide(charging)))

  it.effect("the stream of transactions requests page after page", () =>
    Effect.gen(function*() {
      const of = { customId: "org:acme", itemId: "tokens" }
      for (let at = 0; at < 5; at++) {
        yield* asServer(serverPayments.items.increase({ ...of, by: 1 }))
        yield* TestClock.adjust("1 second")
      }
      const all = yield* asAdmin(Stream.runCollect(adminPayments.transactions.stream({ limit: 2 })))

      assert.strictEqual(all.length, 5)
    }).pipe(Effect.provide(charging)))
})

describe("cached reads of payments", () => {
  const cached = Reads.over(charging)

  it.effect("a cached item is read again after a switch and a cancellation", () =>
    Effect.gen(function*() {
      yield* user
      yield* complete(yield* checkout.url({ productId: "pro" }))
      const credits = paymentReads.item({ itemId: "credits" })
      const before = yield* Reads.get(credits)
      yield* products.switchTo({ from: "pro", to: "max" })
      const after = yield* Reads.get(credits)
      yield* products.cancel({ productId: "max" })

      assert.deepStrictEqual([before?.quantity, after?.quantity], [100, 1000])
      assert.deepStrictEqual(yield* Reads.get(paymentReads.products()), [])
    }).pipe(Effect.provide(cached)))

  it.effect("cached reads of payments are empty when signed out, without a request", () =>
    Effect.gen(function*() {
      assert.isNull(yield* Reads.get(paymentReads.item({ itemId: "credits" })))
      assert.deepStrictEqual(yield* Reads.get(paymentReads.products()), [])
      assert.deepStrictEqual(yield* Reads.get(paymentReads.invoices()), [])
      assert.isNull(yield* Reads.get(paymentReads.billing()))
      assert.deepStrictEqual((yield* Emulator).requests.list(), [])
    }).pipe(Effect.provide(cached)))
})
