/** Effects of overrides in a project's configuration, including ignored and renamed keys. docs/platform.md §16.5. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Payments from "../../../../../schemas/endpoints/payments.ts"
import * as ProjectConfig from "../../../../../schemas/endpoints/projectConfig.ts"
import * as Projects from "../../../../../schemas/endpoints/projects.ts"
import * as Purchases from "../../../../../schemas/endpoints/purchases.ts"
import { asAdmin, asServer, emulated } from "../../support/support.ts"

type Level = "project" | "branch" | "environment"

const config = Effect.map(asAdmin(ProjectConfig.get()), ({ configString }) => JSON.parse(Redacted.value(configString)))

const override = (value: object, level: Level = "environment") =>
  asAdmin(ProjectConfig.updateOverride({ level, configOverrideString: Redacted.make(JSON.stringify(value)) }))

const stored = (level: Level = "environment") =>
  Effect.map(
    asAdmin(ProjectConfig.getOverride({ level })),
    ({ configString }) => JSON.parse(Redacted.value(configString))
  )

const newer = { revision: "2026-04" } as const

const price = { monthly: { USD: "10", interval: [1, "month"] } }

describe("paths", () => {
  it.effect("an override whose path leads into a missing entry is stored but has no effect", () =>
    Effect.gen(function*() {
      const paths = {
        "domains.trustedDomains.2.baseUrl": "https://example.com",
        "auth.oauth.providers.google.allowSignIn": true,
        "payments.products.pro.displayName": "Pro"
      }
      yield* override(paths)

      const { auth, domains, payments } = yield* config
      assert.deepStrictEqual([domains.trustedDomains, auth.oauth.providers], [{}, {}])
      assert.deepStrictEqual(payments?.products ?? {}, {})
      assert.deepInclude(yield* stored(), paths)
      assert.lengthOf((yield* Projects.getCurrent()).config.enabledOauthProviders, 0)
    }).pipe(Effect.provide(emulated(newer))))

  it.effect("an override can change part of an earlier layer's entry and part of a built-in object", () =>
    Effect.gen(function*() {
      yield* override({ "payments.products.pro": { prices: price } }, "branch")
      yield* override({ "payments.products.pro.displayName": "Pro", "auth.passkey.allowSignIn": false })

      const { auth, payments } = yield* config
      assert.deepStrictEqual(payments.products.pro, { prices: price, displayName: "Pro" })
      assert.isFalse(auth.passkey.allowSignIn)
    }).pipe(Effect.provide(emulated(newer))))

  it.effect("a key with a dot inside an object is rejected, and changes nothing", () =>
    Effect.gen(function*() {
      const before = yield* stored()

      const error = yield* Effect.flip(override({ auth: { "otp.allowSignIn": true } }))

      assert.include(error.message, "The key otp.allowSignIn contains a dot.")
      assert.deepStrictEqual(yield* stored(), before)
    }).pipe(Effect.provide(emulated(newer))))

  it.effect("a record remains as an empty object after its last entry is deleted", () =>
    Effect.gen(function*() {
      yield* override({ "analytics.queryFolders.f": { displayName: "Folder" } })
      const before = (yield* config).analytics
      yield* override({ "analytics.queryFolders.f": null })

      assert.deepStrictEqual(before, { queryFolders: { f: { displayName: "Folder" } } })
      assert.deepStrictEqual((yield* config).analytics, { queryFolders: {} })
    }).pipe(Effect.provide(emulated(newer))))
})

describe("old names of payments", () => {
  it.effect("old keys are renamed when an override is written: in objects, in paths and in mixtures of both", () =>
    Effect.gen(function*() {
      const pro = { customerType: "user", prices: price }
      yield* override({
        payments: {
          offers: { a: { ...pro, groupId: "plans" } },
          groups: { plans: { displayName: "Plans" }, unused: {} },
          items: { credits: { customerType: "user", default: { quantity: 3 } } },
          stripeAccountId: "acct_old"
        },
        "payments.products.b": { ...pro, catalogId: "plans" },
        "payments.products.b.catalogId": "plans",
        "payments.catalogs.seats": { customerType: "team" },
        "payments.stripeAccountSetupComplete": true
      })

      const renamed = yield* stored()
      const { payments } = yield* config

      assert.deepStrictEqual(renamed.payments, {
        products: { a: { ...pro, productLineId: "plans" } },
        productLines: { plans: { displayName: "Plans", customerType: "user" } },
        items: { credits: { customerType: "user" } }
      })
      assert.strictEqual(renamed["payments.products.b.productLineId"], "plans")
      assert.deepStrictEqual(renamed["payments.productLines.seats"], { customerType: "team" })
      assert.deepStrictEqual(payments.products.b, { ...pro, productLineId: "plans" })
      assert.isFalse(JSON.stringify(renamed).includes("stripeAccount"))
    }).pipe(Effect.provide(emulated(newer))))

  it.effect("a project with the old names can sell products", () =>
    Effect.gen(function*() {
      yield* asAdmin(Payments.setup())
      yield* override({
        payments: {
          catalogs: { plans: {} },
          offers: { pro: { catalogId: "plans", customerType: "custom", prices: price } }
        }
      })

      const { url } = yield* asServer(
        Purchases.createUrl({ customerType: "custom", customerId: "c1", productId: "pro" })
      )

      assert.include(url, "/purchase/")
    }).pipe(Effect.provide(emulated(newer))))

  it.effect("exclusivityGroups is rejected as an unknown key", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(override({ payments: { exclusivityGroups: {} } }))

      assert.include(error.message, "exclusivityGroups")
    }).pipe(Effect.provide(emulated(newer))))
})

describe("the account of 2025-08", () => {
  it.effect("on 2025-08, the key payments.stripeAccountId is the project's account, whatever wrote it", () =>
    Effect.gen(function*() {
      const payments = { stripeAccountId: "acct_1", offers: { pro: { customerType: "custom", prices: price } } }
      yield* asAdmin(ProjectConfig.update({ configOverrideString: Redacted.make(JSON.stringify({ payments })) }))

      const { url } = yield* asServer(
        Purchases.createUrl({ customerType: "custom", customerId: "c1", offerId: "pro" })
      )

      assert.include(url, "/purchase/")
    }).pipe(Effect.provide(emulated({ revision: "2025-08" }))))
})
