import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as Items from "../../../../schemas/endpoints/items.ts"
import * as Products from "../../../../schemas/endpoints/products.ts"
import * as TeamMemberships from "../../../../schemas/endpoints/teamMemberships.ts"
import * as Teams from "../../../../schemas/endpoints/teams.ts"
import { asServer, emulated, send, signUp } from "../support/support.ts"
import { customer, payments, quantityOf, statusOf, tagOf, update } from "./shop.ts"

const layer = emulated({ payments, config: { clientTeamCreationEnabled: true } })

const nowhere = "33333333-3333-4333-8333-333333333333"

describe("items", () => {
  it.effect("an item that the customer never received has the quantity 0", () =>
    Effect.gen(function*() {
      const ann = yield* customer

      assert.deepStrictEqual(yield* Items.get({ ...ann, itemId: "credits" }), {
        id: "credits",
        displayName: "Credits",
        quantity: 0
      })
    }).pipe(Effect.provide(layer)))

  it.effect("a deduction beyond the quantity changes nothing, unless the quantity may become negative", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      yield* update(ann, 10)

      const error = yield* Effect.flip(update(ann, -11))
      const before = yield* quantityOf(ann)
      yield* update(ann, -11, { allowNegative: true })

      assert.strictEqual(error._tag, "ItemQuantityInsufficientAmount")
      assert.deepInclude((error as { readonly details: object }).details, { itemId: "credits", quantity: -11 })
      assert.strictEqual(before, 10)
      assert.strictEqual(yield* quantityOf(ann), -1)
      assert.strictEqual(yield* tagOf(update(ann, 0)), "ItemQuantityInsufficientAmount")
    }).pipe(Effect.provide(layer)))

  it.effect("consecutive deductions of 1 from a quantity of 40 succeed exactly 40 times", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      yield* update(ann, 40)

      const results = yield* Effect.forEach(Array.from({ length: 100 }), () => Effect.isSuccess(update(ann, -1)))

      assert.strictEqual(results.filter(Boolean).length, 40)
      assert.strictEqual(yield* quantityOf(ann), 0)
    }).pipe(Effect.provide(layer)))

  it.effect("a deduction counts from the first change that never expires, and doesn't reduce a quantity that expires", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      yield* update(ann, 10)
      yield* update(ann, 5, { expiresAt: new Date(3_600_000) })
      yield* update(ann, -4)
      const before = yield* quantityOf(ann)
      yield* TestClock.adjust("1 hour")

      assert.deepStrictEqual([before, yield* quantityOf(ann)], [11, 6])
    }).pipe(Effect.provide(layer)))

  /** A customer with 10 credits, to whom 5 more were added that have expired. */
  const withExpired = Effect.gen(function*() {
    const ann = yield* customer
    yield* update(ann, 10)
    yield* TestClock.adjust("1 second")
    yield* update(ann, 5, { expiresAt: new Date(3_600_000) })
    yield* TestClock.adjust("1 hour")
    return ann
  })

  it.effect("debt that an expired quantity has paid is shown as 0, and the rest is paid by the next addition", () =>
    Effect.gen(function*() {
      const ann = yield* withExpired
      yield* update(ann, -12, { allowNegative: true })
      const debt = yield* quantityOf(ann)
      yield* update(ann, 5)

      assert.deepStrictEqual([debt, yield* quantityOf(ann)], [0, 3])
    }).pipe(Effect.provide(layer)))

  it.effect("items of a plan don't pay debt that an expired quantity has paid", () =>
    Effect.gen(function*() {
      const ann = yield* withExpired
      yield* update(ann, -12, { allowNegative: true })
      yield* asServer(Products.grant({ ...ann, productId: "free" }))

      assert.strictEqual(yield* quantityOf(ann), 10)
    }).pipe(Effect.provide(layer)))

  it.effect("items of a plan pay debt if no quantity has expired", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      yield* update(ann, 10)
      yield* update(ann, -12, { allowNegative: true })
      const debt = yield* quantityOf(ann)
      yield* asServer(Products.grant({ ...ann, productId: "free" }))

      assert.deepStrictEqual([debt, yield* quantityOf(ann)], [-2, 8])
    }).pipe(Effect.provide(layer)))

  it.effect("an added quantity first settles a negative quantity, and a negative quantity never expires", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      yield* update(ann, -4, { allowNegative: true })
      yield* TestClock.adjust("40 days")
      yield* update(ann, 10, { expiresAt: new Date(50 * 86_400_000) })
      const paid = yield* quantityOf(ann)
      yield* TestClock.adjust("20 days")

      assert.strictEqual(paid, 6)
      assert.strictEqual(yield* quantityOf(ann), 0)
    }).pipe(Effect.provide(layer)))

  it.effect("a quantity that expired before it was added has no effect", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      yield* TestClock.adjust("1 day")
      yield* update(ann, 5, { expiresAt: new Date(1000) })

      assert.strictEqual(yield* quantityOf(ann), 0)
    }).pipe(Effect.provide(layer)))

  it.effect("an item that a product includes is granted again after each interval, and replaces the previous grant", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      yield* asServer(Products.grant({ ...ann, productId: "pro" }))
      yield* update(ann, -30)
      const first = yield* quantityOf(ann)
      yield* TestClock.adjust("30 days")

      assert.strictEqual(first, 70)
      assert.strictEqual(yield* quantityOf(ann), 100)
    }).pipe(Effect.provide(layer)))

  it.effect("reading an item checks the item, then the item's customer type, then the customer", () =>
    Effect.gen(function*() {
      const ann = yield* customer
      const get = (customerType: "user" | "team" | "custom", customerId: string, itemId: string) =>
        asServer(Items.getAny({ customerType, customerId, itemId }))

      assert.strictEqual(yield* tagOf(get("team", nowhere, "nothing")), "ItemNotFound")
      assert.strictEqual(yield* tagOf(get("team", nowhere, "credits")), "ItemCustomerTypeDoesNotMatch")
      assert.strictEqual(yield* tagOf(get("user", nowhere, "credits")), "UserNotFound")
      assert.strictEqual(yield* tagOf(get("user", "me", "credits")), "UserNotFound")
      assert.strictEqual(yield* tagOf(get("team", nowhere, "seats")), "TeamNotFound")
      assert.strictEqual((yield* get("custom", "org:acme", "tokens")).quantity, 0)
      assert.strictEqual(yield* tagOf(get("user", ann.customerId, "constructor")), "ItemNotFound")
    }).pipe(Effect.provide(layer)))

  it.effect("clients can read the items of their own user and of the teams that the user administers", () =>
    Effect.gen(function*() {
      const signedOut = yield* tagOf(Items.get({ customerType: "user", customerId: nowhere, itemId: "credits" }))
      const ann = yield* customer
      const team = yield* Teams.create({ displayName: "Gardeners", creatorUserId: "me" })
      const seats = { customerType: "team", customerId: team.id, itemId: "seats" } as const
      const admin = yield* Items.get(seats)
      yield* signUp({ email: "bob@example.com", password: Redacted.make("battery staple") })
      const stranger = yield* tagOf(Items.get(seats))
      const foreign = yield* statusOf(Items.get({ ...ann, itemId: "credits" }))
      const custom = yield* statusOf(Items.get({ customerType: "custom", customerId: "org", itemId: "tokens" }))
      yield* asServer(TeamMemberships.create({ teamId: team.id, userId: "me" }))
      const member = yield* tagOf(Items.get(seats))

      assert.strictEqual(signedOut, "UserAuthenticationRequired")
      assert.strictEqual(admin.quantity, 0)
      assert.strictEqual(stranger, "TeamMembershipNotFound")
      assert.strictEqual(member, "TeamPermissionRequired")
      assert.strictEqual(foreign, 403)
      assert.strictEqual(custom, 403)
    }).pipe(Effect.provide(layer)))

  it.effect("clients can't change the quantities of items", () =>
    Effect.gen(function*() {
      const path = `/api/v1/payments/items/user/${nowhere}/credits/update-quantity?allow_negative=false`

      const { json } = yield* send("POST", path, { level: "client", json: { delta: 1 } })

      assert.strictEqual(json.code, "INSUFFICIENT_ACCESS_TYPE")
    }).pipe(Effect.provide(layer)))
})
