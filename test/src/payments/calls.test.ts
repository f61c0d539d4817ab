/** The request and the name of each payments call. */
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import * as Tracer from "effect/Tracer"
import * as Access from "../../../layers/access/access.ts"
import { Turns } from "../../../layers/turns/index.ts"
import { CallError, ConnectionFailed, DecodeError, TimedOut } from "../../../schemas/errors/CallError.ts"
import { everyPage } from "../../../src/payments/everyPage.ts"
import {
  adminPayments,
  billing,
  checkout,
  CreditsNotGivenBack,
  invoices,
  items,
  paymentReads,
  products,
  serverPayments,
  withCredits
} from "../../../src/payments/index.ts"
import { baseUrl, projectId, signedIn, signedOut } from "../../support/contract/project.ts"
import { type Answer, json, plain, scriptedTransport } from "../../support/platform/scriptedTransport.ts"
import { recordingTracer } from "../../support/suite/spans.ts"

const user = "5a3c9f0e-1b2c-4d5e-8f90-123456789abc"

/** Runs a call at every level against scripted responses, and returns the requests. */
const requestsOf = (call: Effect.Effect<unknown, unknown, any>, ...answers: readonly [Answer, ...Array<Answer>]) =>
  Effect.gen(function*() {
    const { layer, requests } = scriptedTransport(...answers)
    const clients = Layer.mergeAll(Access.layerServer(), Access.layerAdmin()).pipe(Layer.provideMerge(signedIn()))
    const fiber = yield* Effect.forkChild(
      Effect.exit(Effect.provide(call, clients.pipe(Layer.provide(layer))) as Effect.Effect<unknown, unknown>)
    )
    while (fiber.pollUnsafe() === undefined) yield* TestClock.adjust("1 second")
    const exit = yield* Fiber.join(fiber)
    return {
      exit,
      requests: requests.map((
        { body, method, url }
      ) => [
        `${method} ${decodeURIComponent(url.slice(url.indexOf("/api/v1") + 7))}`,
        ...body === undefined ? [] : [
          typeof body === "string" ? JSON.parse(body) as unknown : body
        ]
      ])
    }
  })

/** Returns the call that an error names. */
const endpointOf = (exit: Exit.Exit<unknown, unknown>): unknown =>
  Exit.isFailure(exit) ? Object(Cause.squash(exit.cause)).endpoint : undefined

const { billing: cards, checkout: sales, items: counted, products: owned } = serverPayments
const { transactions } = adminPayments
const expiresAt = new Date("2026-05-01T00:00:00Z")
const inline = { displayName: "P", customerType: "user" as const, serverOnly: true, prices: {}, includedItems: {} }

const sent: ReadonlyArray<readonly [title: string, Effect.Effect<unknown, unknown, any>, ...request: Array<unknown>]> =
  [
    ["items.get", items.get({ itemId: "c" }), `GET /payments/items/user/${user}/c`],
    ["items.get of a team", items.get({ itemId: "c", teamId: "t" }), "GET /payments/items/team/t/c"],
    ["products.list", products.list(), `GET /payments/products/user/${user}?limit=100`],
    ["products.list of a team", products.list({ teamId: "t" }), "GET /payments/products/team/t?limit=100"],
    ["products.cancel", products.cancel({ productId: "p" }), `DELETE /payments/products/user/${user}/p`, {}],
    [
      "products.cancel of a subscription",
      products.cancel({ productId: null, subscriptionId: "s", teamId: "t" }),
      "DELETE /payments/products/team/t/_inline?subscription_id=s",
      {}
    ],
    [
      "products.switchTo",
      products.switchTo({ from: "a", to: "b", priceId: "p", quantity: 2 }),
      `POST /payments/products/user/${user}/switch`,
      { from_product_id: "a", to_product_id: "b", price_id: "p", quantity: 2 }
    ],
    [
      "checkout.url",
      checkout.url({ productId: "p", returnUrl: "https://a.test/" }),
      "POST /payments/purchases/create-purchase-url",
      { customer_type: "user", customer_id: user, product_id: "p", return_url: "https://a.test/" }
    ],
    ["invoices.list", invoices.list(), `GET /payments/invoices/user/${user}?limit=100`],
    ["billing.get", billing.get({ teamId: "t" }), "GET /payments/billing/team/t"],
    ["serverPayments.items.get", counted.get({ userId: "u", itemId: "c" }), "GET /payments/items/user/u/c"],
    [
      "serverPayments.items.increase",
      counted.increase({ customId: "x", itemId: "c", by: 3, description: "d", expiresAt }),
      "POST /payments/items/custom/x/c/update-quantity?allow_negative=true",
      { delta: 3, description: "d", expires_at: "2026-05-01T00:00:00.000Z" }
    ],
    [
      "serverPayments.items.decrease",
      counted.decrease({ teamId: "t", itemId: "c", by: 3 }),
      "POST /payments/items/team/t/c/update-quantity?allow_negative=true",
      { delta: -3 }
    ],
    [
      "serverPayments.items.tryDecrease",
      counted.tryDecrease({ userId: "u", itemId: "c", by: 3 }),
      "POST /payments/items/user/u/c/update-quantity?allow_negative=false",
      { delta: -3 }
    ],
    ["serverPayments.products.list", owned.list({ userId: "u" }), "GET /payments/products/user/u?limit=100"],
    [
      "serverPayments.products.grant",
      owned.grant({ customId: "x", product: inline, quantity: 2 }),
      "POST /payments/products/custom/x",
      {
        product_inline: {
          display_name: "P",
          customer_type: "user",
          server_only: true,
          prices: {},
          included_items: {}
        },
        quantity: 2
      }
    ],
    [
      "serverPayments.products.grant of a product of the project",
      owned.grant({ userId: "u", productId: "p" }),
      "POST /payments/products/user/u",
      { product_id: "p" }
    ],
    [
      "serverPayments.products.cancel",
      owned.cancel({ userId: "u", productId: null, subscriptionId: "s" }),
      "DELETE /payments/products/user/u/_inline?subscription_id=s",
      {}
    ],
    [
      "serverPayments.products.switchTo",
      owned.switchTo({ userId: "u", from: "a", to: "b", priceId: "p", quantity: 2 }),
      "POST /payments/products/user/u/switch",
      { from_product_id: "a", to_product_id: "b", price_id: "p", quantity: 2 }
    ],
    [
      "serverPayments.checkout.url",
      sales.url({ userId: "u", productId: "p", returnUrl: "https://a.test/" }),
      "POST /payments/purchases/create-purchase-url",
      { customer_type: "user", customer_id: "u", product_id: "p", return_url: "https://a.test/" }
    ],
    ["serverPayments.billing.get", cards.get({ teamId: "t" }), "GET /payments/billing/team/t"],
    [
      "adminPayments.transactions.refund",
      transactions.refund({ id: "i", type: "subscription", quantity: 2, amountUsd: "4.50" }),
      "POST /internal/payments/transactions/refund",
      { type: "subscription", id: "i", refund_entries: [{ entry_index: 0, quantity: 2, amount_usd: "4.50" }] }
    ],
    [
      "adminPayments.transactions.stream",
      Stream.runDrain(transactions.stream()),
      "GET /internal/payments/transactions?limit=100"
    ],
    [
      "adminPayments.transactions.stream with filters",
      Stream.runDrain(transactions.stream({ type: "purchase", limit: 7 })),
      "GET /internal/payments/transactions?limit=7&type=purchase"
    ]
  ]

describe("requests of payments", () => {
  for (const [title, call, ...request] of sent) {
    it.effect(`${title} sends one request`, () =>
      Effect.gen(function*() {
        const { requests } = yield* requestsOf(call, plain(400, "no"))

        assert.deepStrictEqual(requests, [request])
      }))
  }

  it.effect("a grant returns the id of the new subscription, or null without one", () =>
    Effect.gen(function*() {
      const grant = owned.grant({ userId: "u", productId: "p" })
      const results = yield* Effect.forEach(
        [json({ success: true, subscription_id: "s" }), json({ success: true })],
        (response) => Effect.map(requestsOf(grant, response), ({ exit }) => Exit.isSuccess(exit) ? exit.value : exit)
      )

      assert.deepStrictEqual(results, [{ subscriptionId: "s" }, { subscriptionId: null }])
    }))

  it.effect("a call about payments requests the user first if the access token can't be read", () =>
    Effect.gen(function*() {
      const { layer, requests } = scriptedTransport(json({ id: "u" }))
      const client = signedIn("unreadable").pipe(Layer.provide(layer))

      yield* Effect.exit(Effect.provide(items.get({ itemId: "c" }), client))

      assert.match(requests[0]!.url, /users\/me$/)
    }))
})

describe("turns of changes", () => {
  /** Runs a change in a turn, and returns the turn's name and whether it counts as done after an outcome. */
  const turnOf = (change: Effect.Effect<unknown, unknown, any>) =>
    Effect.gen(function*() {
      let turn: Parameters<Turns["take"]>[0] | undefined
      const take = (taken: typeof turn) => Effect.sync(() => void (turn = taken))
      yield* requestsOf(Effect.provideService(change, Turns, { take } as never), json({}))
      return { name: turn!.name, isDone: (exit: Exit.Exit<unknown, unknown>) => turn!.isDone!(exit as never) }
    })

  const change = { userId: "u", itemId: "c", by: 1 }

  it.effect("C14: all turns for one customer's item in one project have the same name, and all other turns have other names", () =>
    Effect.gen(function*() {
      const same = [
        counted.increase(change),
        counted.decrease({ ...change, by: 2 }),
        counted.tryDecrease({ ...change, description: "d" }),
        withCredits({ userId: "u", itemId: "c" }, 3)(Effect.void)
      ]
      const others = [
        counted.increase({ ...change, userId: "v" }),
        counted.increase({ ...change, itemId: "d" }),
        counted.increase({ teamId: "u", itemId: "c", by: 1 }),
        counted.increase({ customId: "u", itemId: "c", by: 1 })
      ]
      const names = yield* Effect.forEach([...same, ...others], (each) => Effect.map(turnOf(each), ({ name }) => name))
      const [name] = names

      assert.deepStrictEqual(names.slice(0, same.length), same.map(() => name))
      assert.strictEqual(new Set(names).size, others.length + 1)
      assert.deepStrictEqual(JSON.parse(name!), ["item", `${baseUrl}/api/v1`, projectId, "user", "u", "c"])
    }))

  it.effect("C14: a change counts as done once the platform can no longer be making it", () =>
    Effect.gen(function*() {
      const { isDone } = yield* turnOf(counted.increase(change))
      const failed = (reason: CallError["reason"]) => isDone(Exit.fail(new CallError({ endpoint: "e", reason })))
      const lost = (code?: string) =>
        failed(new ConnectionFailed({ target: "t", attempts: 1, fault: "lost", code, diagnostics: {} }))

      assert.isTrue(isDone(Exit.succeed(1)))
      assert.isTrue(isDone(Exit.fail({ _tag: "ItemNotFound" })))
      assert.isTrue(failed(new DecodeError({ status: 200, problem: "p", excerpt: "" })))
      assert.isTrue(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"].every(lost))
      assert.deepStrictEqual([lost(), lost("ECONNRESET"), lost("")], [false, false, false])
      assert.isFalse(failed(new TimedOut({ target: "t", attempts: 1, limitMillis: 1 })))
      assert.isFalse(isDone(Exit.die("died")))
      assert.isFalse(isDone(Exit.interrupt(1)))
    }))

  it.effect("credits-1: refunded credits are added, even to a negative quantity", () =>
    Effect.gen(function*() {
      const { requests } = yield* requestsOf(withCredits({ userId: "u", itemId: "c" }, 2)(Effect.fail("f")), json({}))
      const path = "POST /payments/items/user/u/c/update-quantity?allow_negative="

      assert.deepStrictEqual(requests, [
        [`${path}false`, { delta: -2, description: "withCredits" }],
        [`${path}true`, { delta: 2, description: "withCredits" }]
      ])
    }))

  it.effect("credits-3: the warning names users and teams, but no custom customers of the app", () =>
    Effect.gen(function*() {
      const warnings: Array<string> = []
      const logger = Logger.make(({ message }) => void warnings.push(String(message)))
      const loses = (of: Parameters<typeof withCredits>[0]) =>
        requestsOf(withCredits(of, 2)(Effect.fail("f")), json({}), plain(400, "no")).pipe(
          Effect.provide(Logger.layer([logger]))
        )
      yield* loses({ userId: "u", itemId: "c" })
      yield* loses({ teamId: "t", itemId: "c" })
      yield* loses({ customId: "ada@example.com", itemId: "c" })

      assert.lengthOf(warnings, 3)
      assert.isTrue(warnings.every((warning) => warning.includes("2 of the item \"c\" were taken")))
      assert.deepStrictEqual(warnings.map((warning) => /what is missing\.(.*)/.exec(warning)?.[1]), [
        " The customer is the user u.",
        " The customer is the team t.",
        ""
      ])
    }))
})

describe("names of payments", () => {
  const own: ReadonlyArray<readonly [name: string, Effect.Effect<unknown, unknown, any>]> = [
    ["items.get", items.get({ itemId: "c" })],
    ["products.list", products.list()],
    ["products.cancel", products.cancel({ productId: "p" })],
    ["products.switchTo", products.switchTo({ from: "a", to: "b" })],
    ["checkout.url", checkout.url({ productId: "p" })],
    ["invoices.list", invoices.list()],
    ["billing.get", billing.get()],
    ["billing.startSetup", billing.startSetup()],
    ["billing.setDefault", billing.setDefault({ setupIntentId: "s" })]
  ]

  it.effect("the error for a payments call without a session contains the name of the call", () =>
    Effect.gen(function*() {
      const names = yield* Effect.forEach(own, ([, call]) =>
        Effect.map(
          Effect.flip(Effect.provide(call, signedOut.pipe(Layer.provide(scriptedTransport(json({})).layer)))),
          (error) => (error as { readonly call?: string }).call
        ))

      assert.deepStrictEqual(names, own.map(([name]) => name))
    }))

  it.effect("a payments call has a span with its name", () =>
    Effect.gen(function*() {
      const other = { userId: "u" }
      const any: typeof own = [
        ["serverPayments.items.get", counted.get({ ...other, itemId: "c" })],
        ["serverPayments.items.increase", counted.increase({ ...other, itemId: "c", by: 1 })],
        ["serverPayments.items.decrease", counted.decrease({ ...other, itemId: "c", by: 1 })],
        ["serverPayments.items.tryDecrease", counted.tryDecrease({ ...other, itemId: "c", by: 1 })],
        ["serverPayments.products.list", owned.list(other)],
        ["serverPayments.products.grant", owned.grant({ ...other, productId: "p" })],
        ["serverPayments.products.cancel", owned.cancel({ ...other, productId: "p" })],
        ["serverPayments.products.switchTo", owned.switchTo({ ...other, from: "a", to: "b" })],
        ["serverPayments.checkout.url", sales.url({ ...other, productId: "p" })],
        ["serverPayments.billing.get", cards.get(other)],
        ["withCredits", withCredits({ ...other, itemId: "c" }, 1)(Effect.void)],
        ["adminPayments.catalog.get", adminPayments.catalog.get()],
        ["adminPayments.catalog.update", adminPayments.catalog.update({ testMode: true })],
        [
          "adminPayments.transactions.refund",
          transactions.refund({ id: "i", type: "subscription", quantity: 1, amountUsd: "1" })
        ]
      ]
      for (const [name, call] of [...own, ...any]) {
        const { spans, tracer } = recordingTracer()
        yield* requestsOf(Effect.provideService(call, Tracer.Tracer, tracer), plain(400, "no"))

        assert.strictEqual(spans[0]?.name, name)
      }
    }))

  it.effect("a change by anything but a positive integer fails with an error that names the call and the field, without a request", () =>
    Effect.gen(function*() {
      for (const call of ["increase", "decrease", "tryDecrease"] as const) {
        for (const by of [0, -1, 1.5, NaN, 2 ** 53]) {
          const { exit, requests } = yield* requestsOf(counted[call]({ userId: "u", itemId: "c", by }), json({}))

          assert.include(String(exit), "by: Expected a positive integer")
          assert.strictEqual(endpointOf(exit), `serverPayments.items.${call}`)
          assert.deepStrictEqual(requests, [])
        }
      }
    }))

  it("the error for credits that weren't refunded states what to compare and add", () => {
    const error = new CreditsNotGivenBack({
      itemId: "tokens",
      amount: 2,
      customerType: "custom",
      customerId: "x",
      cause: undefined
    })

    assert.strictEqual(
      error.message,
      "2 of the item \"tokens\" were taken for work that did not succeed, and could not be given back. "
        + "Compare the customer's transactions with the quantity, and add what is missing."
    )
    assert.strictEqual(error._tag, "CreditsNotGivenBack")
  })

  it("each cached read of payments has its own key, by item and team", () => {
    const { billing, invoices, item, products } = paymentReads
    const all = [undefined, "t", "u"].flatMap((teamId) => [
      item({ itemId: "a", teamId }),
      item({ itemId: "b", teamId }),
      item({ itemId: "a t", teamId }),
      products({ teamId }),
      invoices({ teamId }),
      billing({ teamId })
    ])

    assert.strictEqual(new Set(all.map(({ key }) => key)).size, all.length)
    assert.strictEqual(products().key, products({}).key)
    for (const { key } of all) assert.match(key, /^payments\./)
  })
})

describe("pages of payments", () => {
  const reads = (cursors: ReadonlyArray<string | null | undefined>) =>
    Effect.gen(function*() {
      const asked: Array<string | undefined> = []
      const all = yield* everyPage((cursor) => {
        const next = cursors[asked.length]
        asked.push(cursor)
        return Effect.succeed({
          items: [asked.length],
          ...(next === undefined ? {} : { pagination: { nextCursor: next } })
        } as never)
      })
      return { all, asked }
    })

  it.effect("each page is requested with the cursor of the previous page, until a page has no cursor", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* reads(["a", "b", null]), { all: [1, 2, 3], asked: [undefined, "a", "b"] })
      assert.deepStrictEqual(yield* reads([]), { all: [1], asked: [undefined] })
    }))

  it.effect("a cursor that leads to itself ends the list", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* reads(["a", "a", "a", null]), { all: [1, 2], asked: [undefined, "a"] })
    }))

  it.effect("the stream of transactions ends without a cursor, or with a cursor that leads to itself", () =>
    Effect.gen(function*() {
      const page = (next_cursor: string | null) => json({ transactions: [], next_cursor })
      const ask = (...answers: readonly [Answer, ...Array<Answer>]) =>
        Effect.map(
          requestsOf(Stream.runDrain(transactions.stream()), ...answers),
          ({ requests }) => requests.map(([line]) => /cursor=(\w+)/.exec(String(line))?.[1])
        )

      assert.deepStrictEqual(yield* ask(page("a"), page("b"), page(null)), [undefined, "a", "b"])
      assert.deepStrictEqual(yield* ask(page("a"), page("a")), [undefined, "a"])
    }))
})

describe("the catalog of a project", () => {
  const config = (payments: unknown) => json({ config_string: JSON.stringify({ payments }) })
  const update = (now: unknown, changes: Parameters<typeof adminPayments.catalog.update>[0]) =>
    requestsOf(adminPayments.catalog.update(changes), config(now), json({}))

  it.effect("a catalog update sends only its changes, and reads the catalog only to check lines", () =>
    Effect.gen(function*() {
      const { requests } = yield* update({}, { blockNewPurchases: true, items: { a: null, b: {} } })
      const whole = yield* update({}, {
        products: { p: { productLineId: "l" } },
        productLines: { l: { displayName: "L" } },
        testMode: false
      })

      assert.deepStrictEqual(requests.map(([line]) => String(line).split("/")[0]), ["PATCH "])
      assert.deepStrictEqual(JSON.parse(Object(requests[0]![1]).config_override_string), {
        "payments.items.a": null,
        "payments.items.b": {},
        "payments.blockNewPurchases": true
      })
      assert.deepStrictEqual(whole.requests.map(([line]) => String(line).split("/")[0]), ["GET ", "PATCH "])
      assert.deepStrictEqual(JSON.parse(Object(whole.requests[1]![1]).config_override_string), {
        "payments.products.p": { productLineId: "l" },
        "payments.productLines.l": { displayName: "L" },
        "payments.testMode": false
      })
    }))

  const team = { customerType: "team" as const }
  const line = (name: string) => ({ productLineId: name })
  const checked: ReadonlyArray<
    readonly [title: string, now: unknown, Parameters<typeof update>[1], ...problems: Array<string>]
  > = [
    ["without lines", {}, { products: { a: {} } }],
    ["in a line of users", { productLines: { l: {} } }, { products: { a: line("l") } }],
    ["of teams in a line of teams", { productLines: { l: team } }, { products: { a: { ...line("l"), ...team } } }],
    [
      "of users in a line of teams",
      { productLines: { l: team } },
      { products: { a: line("l") } },
      "products.a.productLineId: the product line \"l\" is for customers of type team, not user"
    ],
    [
      "in a line that another change gives to teams",
      { productLines: { l: {} }, products: { a: line("l") } },
      { productLines: { l: team } },
      "products.a.productLineId: the product line \"l\" is for customers of type team, not user"
    ],
    [
      "in a line that is removed, and in one that never was",
      { productLines: { l: {}, m: {} }, products: { a: line("l"), b: line("m") } },
      { productLines: { l: null }, products: { c: line("toString") } },
      "products.a.productLineId: there is no product line \"l\"",
      "products.c.productLineId: there is no product line \"toString\""
    ],
    ["that is removed with its line", { productLines: { l: {} }, products: { a: line("l") } }, {
      productLines: { l: null },
      products: { a: null }
    }],
    ["that was wrong before", { products: { a: line("l") } }, { products: { b: {} } }],
    [
      "that was wrong before and is stored again",
      { products: { a: line("l"), b: line("l") } },
      { products: { a: line("l") } },
      "products.a.productLineId: there is no product line \"l\""
    ],
    ["that was wrong before, and whose lines change", { products: { a: line("l") } }, { productLines: { m: {} } }]
  ]
  for (const [title, now, changes, ...problems] of checked) {
    it.effect(`a product ${title} is ${problems.length === 0 ? "accepted" : "rejected, and nothing changes"}`, () =>
      Effect.gen(function*() {
        const { exit, requests } = yield* update(now, changes)

        assert.strictEqual(requests.length, problems.length === 0 ? 2 : 1)
        for (const problem of problems) assert.include(String(exit), problem)
        assert.strictEqual(String(exit).split("productLineId: ").length - 1, problems.length)
        if (problems.length > 0) assert.strictEqual(endpointOf(exit), "adminPayments.catalog.update")
      }))
  }

  it.effect("a malformed catalog fails with the path of its configuration", () =>
    Effect.gen(function*() {
      const { exit } = yield* requestsOf(adminPayments.catalog.get(), config({ items: 5 }))
      const empty = yield* requestsOf(adminPayments.catalog.get(), json({ config_string: "{}" }))

      assert.strictEqual(endpointOf(exit), "projectConfig.get")
      // an excerpt could show settings of the project
      assert.nestedPropertyVal(Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined, "reason.excerpt", "")
      assert.include(String(exit), "configString: ")
      assert.include(String(exit), "payments")
      assert.notInclude(String(empty.exit), "Failure")
    }))
})
