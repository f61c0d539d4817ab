/** Quantities that a customer enters on the payment page. docs/laws.md checkout-1. */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Products from "../../../../schemas/endpoints/products.ts"
import * as Purchases from "../../../../schemas/endpoints/purchases.ts"
import { Emulator } from "../../../../src/emulator/index.ts"
import { asServer, emulated, send } from "../support/support.ts"
import { customer, payments } from "./shop.ts"

/** Submits the form of the payment page. Without a quantity, the form has no such field. */
const submit = (url: string, quantity: string | undefined) =>
  send("POST", new URL(url).pathname, {
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ price_id: "once", ...(quantity === undefined ? {} : { quantity }) }).toString()
  })

const isQuantity = (text: string) => /^\d+$/.test(text) && Number.isSafeInteger(Number(text)) && Number(text) > 0

const wrong = [
  "NaN",
  "Infinity",
  "-Infinity",
  "",
  " ",
  "0",
  "00",
  "-1",
  "-0",
  "0.5",
  "1.5",
  "1e400",
  "1e3",
  "0x10",
  "1n",
  "+1",
  "9007199254740992",
  "99999999999999999999",
  "two",
  "１",
  "1,000",
  "1 2",
  "null",
  "undefined",
  "[object Object]"
]

describe("the payment page", () => {
  it.effect("checkout-1: a quantity that isn't a safe integer above zero is rejected, and the link can still be used", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      const { url } = yield* Purchases.createUrl({ ...ann, productId: "pack" })

      const responses = yield* Effect.forEach(wrong, (quantity, at) =>
        at < 5
          ? submit(url, quantity)
          // a link is rejected after 20 attempts
          : Effect.flatMap(Purchases.createUrl({ ...ann, productId: "pack" }), (other) => submit(other.url, quantity)))
      const before = yield* asServer(Products.listAny(ann))
      const right = yield* submit(url, "3")
      const after = yield* asServer(Products.listAny(ann))

      assert.deepStrictEqual(responses.map(({ status }) => status), wrong.map(() => 400))
      for (const { text } of responses) assert.include(text, "The quantity must be a whole number of at least 1.")
      assert.deepStrictEqual(before.items, [])
      assert.strictEqual(right.status, 200)
      assert.deepStrictEqual(after.items.map(({ quantity }) => quantity), [3])
    }).pipe(Effect.provide(emulated({ payments }))))

  it.effect("checkout-1: without a quantity, the customer buys one", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      const { url } = yield* Purchases.createUrl({ ...ann, productId: "pack" })

      const { status } = yield* submit(url, undefined)

      const { items } = yield* asServer(Products.listAny(ann))
      assert.deepStrictEqual([status, items.map(({ quantity }) => quantity)], [200, [1]])
    }).pipe(Effect.provide(emulated({ payments }))))

  it.effect("checkout-1: the control API rejects the quantities that the page rejects", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      const { url } = yield* Purchases.createUrl({ ...ann, productId: "pack" })
      const { payments: control } = yield* Emulator

      const results = yield* Effect.forEach([NaN, Infinity, 0, -1, 1.5, 2 ** 53], (quantity) =>
        Effect.promise(() => control.complete({ url, quantity }).then(() => "bought", () => "refused")))

      assert.deepStrictEqual([...new Set(results)], ["refused"])
      assert.deepStrictEqual((yield* asServer(Products.listAny(ann))).items, [])
    }).pipe(Effect.provide(emulated({ payments }))))

  it.effect.prop(
    "checkout-1: any string is either accepted as a quantity or rejected, and listing the customer's products never fails",
    {
      text: Arbitrary.schema(
        Schema.Union([Schema.String, Schema.Literals(["1", "2", "00012", "1.0", "9007199254740991"])])
      )
    },
    ({ text }) =>
      Effect.gen(function*() {
        const ann = yield* customer
        const { url } = yield* Purchases.createUrl({ ...ann, productId: "pack" })

        const { status } = yield* submit(url, text)
        const { items } = yield* asServer(Products.listAny(ann))

        assert.strictEqual(status, isQuantity(text) ? 200 : 400)
        assert.deepStrictEqual(items.map(({ quantity }) => quantity), isQuantity(text) ? [Number(text)] : [])
      }).pipe(Effect.provide(emulated({ payments }), { local: true }))
  )
})
