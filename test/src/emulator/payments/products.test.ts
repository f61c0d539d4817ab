import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import * as Products from "../../../../schemas/endpoints/products.ts"
import * as ProjectConfig from "../../../../schemas/endpoints/projectConfig.ts"
import { asAdmin, asServer, emulated } from "../support/support.ts"
import { customer, payments, quantityOf, statusOf, tagOf } from "./shop.ts"

const layer = emulated({ payments })

type Ann = Effect.Success<typeof customer>

const grant = (ann: Ann, productId: string, quantity?: number) =>
  asServer(Products.grant({ ...ann, productId, ...(quantity === undefined ? {} : { quantity }) }))

const inline = {
  displayName: "Gift",
  customerType: "user" as const,
  prices: { gift: { USD: "0" } },
  includedItems: { credits: { quantity: 5 } }
}

const owned = (ann: Ann) =>
  Effect.map(
    asServer(Products.listAny(ann)),
    ({ items }) => items.map(({ id, quantity, subscription, type }) => [id, quantity, type, subscription !== null])
  )

describe("products of a customer", () => {
  it.effect("a granted product becomes a subscription if its price has an interval, and a purchase otherwise", () =>
    Effect.gen(function*() {
      const ann = yield* customer

      const pro = yield* grant(ann, "pro")
      const pack = yield* grant(ann, "pack", 3)

      assert.isString(pro.subscriptionId)
      assert.notProperty(pack, "subscriptionId")
      assert.deepStrictEqual(yield* owned(ann), [["pack", 3, "one_time", false], ["pro", 1, "subscription", true]])
      assert.strictEqual(yield* quantityOf(ann), 250)
    }).pipe(Effect.provide(layer)))

  it.effect("a product without prices can be granted, but the customer doesn't own it afterwards", () =>
    Effect.gen(function*() {
      const ann = yield* customer

      assert.deepStrictEqual(yield* grant(ann, "priceless"), { success: true })
      assert.deepStrictEqual(yield* owned(ann), [])
    }).pipe(Effect.provide(layer)))

  it.effect("a product that isn't stackable is owned once", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      yield* grant(ann, "pro")

      assert.strictEqual(yield* tagOf(grant(ann, "pro")), "ProductAlreadyGranted")
      assert.strictEqual(yield* statusOf(grant(ann, "max", 2)), 400)
    }).pipe(Effect.provide(layer)))

  it.effect("a product of the same line replaces a subscription, which is listed with its items for another second", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      yield* grant(ann, "free")
      yield* grant(ann, "pro")
      const during = yield* owned(ann)
      const quantity = yield* quantityOf(ann)
      yield* TestClock.adjust("1 second")

      assert.deepStrictEqual(during, [["free", 1, "one_time", false], ["pro", 1, "subscription", true]])
      assert.strictEqual(quantity, 110)
      assert.deepStrictEqual(yield* owned(ann), [["pro", 1, "subscription", true]])
      assert.strictEqual(yield* quantityOf(ann), 100)
    }).pipe(Effect.provide(layer)))

  it.effect("an add-on requires its base product, and doesn't replace that product although both are in the same line", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      const early = yield* statusOf(grant(ann, "support"))
      yield* grant(ann, "pro")
      yield* grant(ann, "support")

      assert.strictEqual(early, 400)
      assert.deepStrictEqual((yield* owned(ann)).map(([id]) => id), ["pro", "support"])
    }).pipe(Effect.provide(layer)))

  it.effect("inline products are listed as one product without an id, and are cancelled by their subscription's id", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      yield* asServer(Products.grant({ ...ann, productInline: inline }))
      const { subscriptionId } = yield* asServer(Products.grant({
        ...ann,
        productInline: { ...inline, displayName: "Plan", prices: { monthly: { USD: "1", interval: [1, "month"] } } }
      }))
      const { items: [both] } = yield* asServer(Products.listAny(ann))
      yield* asServer(Products.cancelAny({ ...ann, productId: "_inline", subscriptionId: subscriptionId! }))

      assert.deepInclude(both, { id: null, quantity: 2 })
      assert.deepInclude(both!.product, { displayName: "Plan", stackable: false, serverOnly: true })
      assert.deepStrictEqual(yield* owned(ann), [[null, 2, "one_time", false]])
    }).pipe(Effect.provide(layer)))

  it.effect("a canceled subscription is owned until its period ends, and can't be canceled again", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      yield* grant(ann, "pro")
      yield* Products.cancel({ ...ann, productId: "pro" })
      const during = yield* owned(ann)
      const again = yield* statusOf(Products.cancel({ ...ann, productId: "pro" }))
      yield* TestClock.adjust("31 days")

      assert.deepStrictEqual(during, [["pro", 1, "one_time", false]])
      assert.strictEqual(again, 400)
      assert.deepStrictEqual(yield* owned(ann), [])
      assert.strictEqual(yield* quantityOf(ann), 0)
    }).pipe(Effect.provide(layer)))

  it.effect("granting an unknown product, an item's id or a product of another customer type fails with a specific error", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      const context = (productId: string) =>
        Effect.map(Effect.flip(grant(ann, productId)), (error) => "details" in error ? error.details : undefined)

      assert.deepStrictEqual(yield* context("nothing"), { productId: "nothing", context: null })
      assert.deepStrictEqual(yield* context("credits"), { productId: "credits", context: "item_exists" })
      assert.strictEqual(yield* tagOf(grant(ann, "team")), "ProductCustomerTypeDoesNotMatch")
      assert.strictEqual(yield* statusOf(asServer(Products.grant(ann))), 400)
      assert.strictEqual(yield* statusOf(Products.cancel({ ...ann, productId: "pro" })), 400)
    }).pipe(Effect.provide(layer)))

  it.effect("clients see no products that only back ends sell, and see the products to which they can switch", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      yield* grant(ann, "pro")
      yield* grant(ann, "secret")

      const { items } = yield* Products.list(ann)

      assert.deepStrictEqual(items.map(({ id }) => id), ["pro"])
      assert.deepStrictEqual(items[0]!.switchOptions!.map(({ productId }) => productId), ["free", "max"])
    }).pipe(Effect.provide(layer)))

  it.effect("products are listed in pages, and a cursor continues the list", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      yield* grant(ann, "pro")
      yield* grant(ann, "pack")
      yield* asServer(Products.grant({ ...ann, productInline: inline }))
      const page = (cursor?: string) => asServer(Products.listAny({ ...ann, limit: 2, cursor }))

      const first = yield* page()
      const second = yield* page(first.pagination!.nextCursor!)

      assert.strictEqual(first.pagination!.nextCursor, "__null__")
      assert.deepStrictEqual([...first.items, ...second.items].map(({ id }) => id), ["pack", "pro", null])
      assert.strictEqual(second.pagination!.nextCursor, null)
      assert.strictEqual(yield* statusOf(Products.list({ ...ann, cursor: "nothing" })), 400)
    }).pipe(Effect.provide(layer)))

  it.effect("a granted subscription can't be switched", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      yield* grant(ann, "pro")

      assert.strictEqual(
        yield* statusOf(Products.switchProduct({ ...ann, fromProductId: "pro", toProductId: "max" })),
        400
      )
    }).pipe(Effect.provide(layer)))
})

describe("configuration of payments", () => {
  const configure = (json: object) =>
    asAdmin(ProjectConfig.updateOverride({ level: "branch", configOverrideString: JSON.stringify({ payments: json }) }))

  it.effect("a product can be granted as soon as the payments configuration contains it", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      yield* configure({ products: { basic: { prices: { once: { USD: "1.50" } } } } })

      assert.deepStrictEqual(yield* grant(ann, "basic"), { success: true })
    }).pipe(Effect.provide(emulated())))

  const refused: ReadonlyArray<readonly [what: string, json: object]> = [
    ["a price without a currency", { products: { a: { prices: { b: { interval: [1, "month"] } } } } }],
    ["an amount with leading zeros", { products: { a: { prices: { b: { USD: "01" } } } } }],
    ["an amount with too many decimals", { products: { a: { prices: { b: { JPY: "1.5" } } } } }],
    ["an id that begins with a hyphen", { items: { "-a": {} } }],
    ["an id of 64 characters", { items: { ["a".repeat(64)]: {} } }]
  ]

  it.effect("a product may name a product line that doesn't exist, and excludes other products of the same missing line", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      const monthly = { monthly: { USD: "1", interval: [1, "month"] } }
      yield* configure({
        products: { a: { productLineId: "nope", prices: monthly }, b: { productLineId: "nope", prices: monthly } }
      })
      yield* grant(ann, "a")
      yield* grant(ann, "b")
      yield* TestClock.adjust("1 second")

      assert.deepStrictEqual((yield* owned(ann)).map(([id]) => id), ["b"])
    }).pipe(Effect.provide(emulated())))

  it.effect.each(refused)("a payments configuration with %s is rejected", ([, json]) =>
    Effect.gen(function*() {
      const status = yield* statusOf(configure(json))

      assert.strictEqual(status, 400)
    }).pipe(Effect.provide(emulated())))
})
