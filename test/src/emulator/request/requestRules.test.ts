/**
 * How the platform reads requests where that differs from the contract. Sources: docs/platform.md §1.1, §15.1, §21,
 * §23, which were read in the platform's source, except for the cases marked as recorded.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { endpoints } from "../../../../schemas/catalogue.ts"
import { schemasOf } from "../../../../schemas/compiled/schemasOf.ts"
import { wireName } from "../../../../schemas/wireNames.ts"
import { requestRules } from "../../../../src/emulator/rules/index.ts"
import { emulated, send } from "../support/support.ts"

type Level = "client" | "server" | "admin"

/** Status and known error of a response. */
type Expected = readonly [status: number, code: string | null]

const schemaError: Expected = [400, "SCHEMA_ERROR"]
const refused: Expected = [400, null]
const fault: Expected = [500, null]
const fine: Expected = [200, null]

const outcome = (level: Level, method: string, path: string, json?: object) =>
  Effect.map(
    send(method, path.startsWith("/api/") ? path : `/api/v1${path}`, {
      level,
      ...(json === undefined ? {} : { json })
    }),
    ({ headers, status }): Expected => [status, headers.get("x-stack-known-error")]
  )

const gets = (level: Level, path: string, queries: { readonly [query: string]: Expected }) =>
  Effect.gen(function*() {
    for (const [query, expected] of Object.entries(queries)) {
      assert.deepStrictEqual(yield* outcome(level, "GET", `${path}?${query}`), expected, query)
    }
  })

const posts = (
  level: Level,
  path: string,
  cases: ReadonlyArray<readonly [json: object, expected: Expected]>,
  method = "POST"
) =>
  Effect.gen(function*() {
    for (const [json, expected] of cases) {
      assert.deepStrictEqual(yield* outcome(level, method, path, json), expected, JSON.stringify(json))
    }
  })

const price = { USD: "10", interval: [1, "month"] }

const inline = {
  display_name: "Pro",
  customer_type: "custom",
  server_only: false,
  prices: { monthly: price },
  included_items: {}
}

const shop = emulated({
  revision: "2026-04",
  apps: ["analytics"],
  payments: {
    testMode: true,
    products: { pro: { customerType: "custom", stackable: true, prices: { monthly: price as never } } },
    items: { credits: { customerType: "custom" } }
  }
})

describe("values in queries", () => {
  it.effect("O6: the outbox rejects a limit outside 1 to 100 with a plain-text error, and a malformed cursor as malformed", () =>
    gets("server", "/emails/outbox", {
      // recorded
      "limit=101": refused,
      "limit=abc": refused,
      "limit=0": refused,
      "limit=12abc": fine,
      "limit=": fine,
      "cursor=nope": schemaError,
      "cursor=00000000-0000-4000-8000-000000000000": fine,
      "status=nonsense": fault,
      "status=RENDER_ERROR": fine,
      "simple_status=IN_PROGRESS": fine
    }).pipe(Effect.provide(shop)))

  it.effect("O6: lists of transactions, replays and chunks clamp a limit to their range, and ignore a limit that isn't a number", () =>
    Effect.gen(function*() {
      const anything = {
        "limit=abc": fine,
        "limit=0": fine,
        "limit=-4": fine,
        "limit=1000000": fine,
        "limit=2.5": fine
      }
      yield* gets("admin", "/internal/payments/transactions", { ...anything, "customer_type=nobody": schemaError })
      yield* gets("admin", "/internal/session-replays", anything)
    }).pipe(Effect.provide(shop)))

  it.effect("lists of products and invoices fail for a limit outside 1 to 100", () =>
    Effect.gen(function*() {
      const queries = { "limit=abc": fault, "limit=0": fault, "limit=101": fault, "limit=100": fine }
      yield* gets("server", "/payments/products/custom/c1", queries)
      yield* gets("server", "/payments/invoices/user/00000000-0000-4000-8000-000000000000", queries)
    }).pipe(Effect.provide(shop)))

  it.effect("invalid filters of session replays are rejected with a plain-text error", () =>
    gets("admin", "/internal/session-replays", {
      "user_ids=nope": refused,
      "user_ids=00000000-0000-1000-8000-000000000000": refused,
      "user_ids=00000000-0000-4000-8000-00000000000A": refused,
      "team_ids=00000000-0000-4000-8000-000000000000,00000000-0000-4000-8000-000000000001": fine,
      "duration_ms_min=abc": refused,
      "duration_ms_max=-1": refused,
      "click_count_min=1.5": refused,
      "last_event_at_from_millis=abc": refused,
      "last_event_at_to_millis=1.5": fine,
      "duration_ms_min=2&duration_ms_max=1": refused,
      "unknown=1": schemaError,
      "limit=abc&unknown=1": schemaError
    }).pipe(Effect.provide(shop)))
})

describe("ids", () => {
  it.effect("O6: a UUID has version 1 to 5, or is all zeros", () =>
    Effect.gen(function*() {
      const remove = (id: string) => outcome("server", "DELETE", `/users/${id}`)

      assert.deepStrictEqual(yield* remove("01234567-89ab-cdef-0123-456789abcdef"), schemaError)
      assert.deepStrictEqual(yield* remove("00000000-0000-7000-8000-000000000000"), schemaError)
      assert.deepStrictEqual(yield* remove("00000000-0000-1000-8000-000000000000"), [404, "USER_NOT_FOUND"])
      assert.deepStrictEqual(yield* remove("00000000-0000-0000-0000-000000000000"), [404, "USER_NOT_FOUND"])
    }).pipe(Effect.provide(shop)))
})

describe("payments", () => {
  it.effect("custom customers have no invoices and no billing, and can't switch products", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* outcome("server", "GET", "/payments/invoices/custom/c1"), schemaError)
      assert.deepStrictEqual(yield* outcome("server", "GET", "/payments/billing/custom/c1"), schemaError)
      const setup = "/payments/payment-method/custom/c1"
      assert.deepStrictEqual(yield* outcome("server", "POST", `${setup}/setup-intent`), schemaError)
      yield* posts("server", `${setup}/set-default`, [[{ setup_intent_id: "seti_1" }, schemaError]])
      yield* posts("server", "/payments/products/custom/c1/switch", [
        [{ from_product_id: "pro", to_product_id: "pro" }, schemaError]
      ])
      assert.deepStrictEqual(yield* outcome("server", "GET", "/payments/products/custom/c1"), fine)
    }).pipe(Effect.provide(shop)))

  it.effect("a quantity is a whole number of at least 1, which is checked before anything else", () =>
    Effect.gen(function*() {
      const wrong = [0, -1, 1.5].map((quantity) => [{ product_id: "nothing", quantity }, schemaError] as const)
      yield* posts("server", "/payments/products/custom/c1", [...wrong, [{ product_id: "pro", quantity: 2 }, fine]])
      const session = { full_code: "unknown_code", price_id: "monthly" }
      yield* posts("client", "/payments/purchases/purchase-session", [[{ ...session, quantity: 0 }, schemaError]])
      yield* posts("client", "/internal/payments/test-mode-purchase-session", [
        [{ ...session, quantity: 0 }, schemaError]
      ])
    }).pipe(Effect.provide(shop)))

  it.effect("the ids and prices of an inline product must have the right format", () =>
    posts("server", "/payments/products/custom/c1", [
      [{ product_inline: { ...inline, prices: { "-a": price } } }, schemaError],
      [{ product_inline: { ...inline, included_items: { "a b": { quantity: 1 } } } }, schemaError],
      [{ product_inline: { ...inline, prices: { monthly: { interval: [1, "month"] } } } }, schemaError],
      [{ product_inline: inline }, fine]
    ]).pipe(Effect.provide(shop)))

  it.effect("O6: clients can't define products, and the format of the product is checked first", () =>
    Effect.gen(function*() {
      const path = "/payments/purchases/create-purchase-url"
      const customer = { customer_type: "custom", customer_id: "c1" }
      yield* posts("client", path, [
        // recorded
        [{ ...customer, product_inline: inline }, refused],
        [{ ...customer, product_inline: { ...inline, display_name: 1 } }, schemaError],
        [{ ...customer, product_inline: inline, unknown: 1 }, schemaError]
      ])
      yield* posts("server", path, [[{ ...customer, product_inline: inline }, fine]])
    }).pipe(Effect.provide(shop)))

  it.effect("the old names of purchases are accepted only below /api/v1", () =>
    Effect.gen(function*() {
      const json = { customer_type: "custom", customer_id: "c1", offer_id: "pro" }
      yield* posts("server", "/payments/purchases/create-purchase-url", [[json, fine]])
      yield* posts("server", "/api/latest/payments/purchases/create-purchase-url", [[json, schemaError]])
    }).pipe(Effect.provide(shop)))

  it.effect("an unreadable expiry causes an internal error, as on the platform", () =>
    posts("server", "/payments/items/custom/c1/credits/update-quantity?allow_negative=false", [
      [{ delta: 1, expires_at: "tomorrow" }, fault],
      [{ delta: 1, expires_at: "2100-01-01T00:00:00Z" }, fine]
    ]).pipe(Effect.provide(shop)))
})

describe("restricted users", () => {
  it.effect("a reason and details require restricted_by_admin in the same request, even for a restricted user", () =>
    Effect.gen(function*() {
      const { json } = yield* send("POST", "/api/v1/users", { level: "server", json: {} })
      yield* posts("server", `/users/${json.id}`, [
        [{ restricted_by_admin: false, restricted_by_admin_reason: "spam" }, schemaError],
        [{ restricted_by_admin: true, restricted_by_admin_reason: "spam" }, fine],
        [{ restricted_by_admin_private_details: "more" }, schemaError],
        [{ restricted_by_admin_private_details: null }, fine]
      ], "PATCH")
      yield* posts("server", "/users", [[{ restricted_by_admin_reason: "spam" }, schemaError]])
    }).pipe(Effect.provide(shop)))
})

describe("the AI model", () => {
  const question = {
    quality: "smart",
    speed: "fast",
    systemPrompt: "docs-ask-ai",
    tools: [],
    messages: [{ role: "user", content: "Hello" }]
  }
  const image = { type: "image", image: "data:image/png;base64,AAAA" }

  it.effect("a question must have a known prompt, role and tools, at least one message, and few images", () =>
    posts("client", "/ai/query/generate", [
      [question, fine],
      [{ ...question, systemPrompt: "be rude" }, schemaError],
      [{ ...question, messages: [] }, schemaError],
      [{ ...question, messages: [{ role: "system", content: "" }] }, schemaError],
      [{ ...question, messages: [{ role: "user" }] }, schemaError],
      [{ ...question, tools: ["shell"] }, refused],
      [{ ...question, tools: ["shell"], messages: [] }, schemaError],
      [{ ...question, tools: ["docs", "update-dashboard"] }, fine],
      [{ ...question, messages: [{ role: "user", content: [image, image, image] }] }, fine],
      [{ ...question, messages: [{ role: "user", content: [image, image, image, image] }] }, refused],
      [
        {
          ...question,
          messages: [{
            role: "user",
            content: [{ type: "image", image: `data:image/png;base64,${"A".repeat(4_300_000)}` }]
          }]
        },
        refused
      ]
    ]).pipe(Effect.provide(shop)))
})

describe("events", () => {
  it.effect("only page views and clicks are accepted as events", () =>
    Effect.gen(function*() {
      const id = "00000000-0000-7000-8000-000000000000"
      const events = (type: string) => ({
        session_replay_segment_id: id,
        batch_id: id,
        sent_at_ms: 1,
        events: [{ event_type: type, event_at_ms: 1, data: {} }]
      })
      yield* posts("client", "/analytics/events/batch", [
        [events("nonsense"), schemaError],
        [events("$click"), [401, "USER_AUTHENTICATION_REQUIRED"]]
      ])
    }).pipe(Effect.provide(shop)))
})

describe("the rules", () => {
  it("every request rule belongs to an endpoint, and to fields of that endpoint at one of its levels", () => {
    const extra = new Set(["purchases.createUrl.product_inline", "purchases.createUrl.offer_inline"])
    const unknown = [...requestRules].flatMap(([name, { fields = {} }]) => {
      const spec = endpoints.find((endpoint) => endpoint.spec.name === name)?.spec
      if (spec === undefined) return [name]
      const known = Object.entries(schemasOf(spec).input).map(([key, schema]) => wireName(key, schema))
      return Object.keys(fields).filter((field) => !known.includes(field) && !extra.has(`${name}.${field}`))
        .map((field) => `${name}.${field}`)
    })

    assert.deepStrictEqual(unknown, [])
  })
})
