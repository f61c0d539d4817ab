import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { layerFetch, Transport, TransportError, type WireResponse } from "../../../../layers/call/Transport.ts"
import { arrived, keepExchanges, lost, responseHeaders } from "../../../../layers/observe/exchanges/keepExchanges.ts"
import { RedirectRefused, ResponseTooLarge } from "../../../../schemas/errors/CallError.ts"

const request = (name: string) => ({ method: "GET", url: `https://api.test/${name}`, headers: {}, body: undefined })

const responseOf = (status: number, headers: Record<string, string> = {}): WireResponse => ({
  status,
  headers: new Headers(headers),
  body: new TextEncoder().encode("body")
})

describe("keepExchanges", () => {
  it.effect("an exchange contains its request, its response, and the times of both", () =>
    Effect.gen(function*() {
      const exchanges = keepExchanges()
      const fetch = () =>
        Promise.resolve(new Response("body", { headers: { date: "now", "set-cookie": "a=b", x: "y" } }))
      const transport = exchanges.wrap({
        fetch,
        send: () => Effect.as(Effect.sleep(40), responseOf(201, { date: "now", x: "y", "x-stack-request-id": "r" }))
      })
      yield* TestClock.setTime(1000)

      const fiber = yield* Effect.forkChild(transport.send(request("one")), { startImmediately: true })
      const before = exchanges.list()[0]
      yield* TestClock.adjust(40)
      const response = yield* Fiber.join(fiber)

      assert.strictEqual(transport.fetch, fetch)
      assert.strictEqual(response.status, 201)
      assert.deepInclude(before, { at: 1000, request: request("one"), failure: undefined })
      assert.deepStrictEqual(exchanges.list(), [{
        at: 1000,
        request: request("one"),
        endedAt: 1040,
        response: { status: 201, headers: { date: "now", "x-stack-request-id": "r" }, body: response.body },
        failure: undefined
      }])
    }))

  it("the kept headers of a response are those that affect calls", () => {
    assert.includeMembers([...responseHeaders], [
      "content-type",
      "date",
      "location",
      "retry-after",
      "x-stack-known-error",
      "x-stack-actual-status",
      "x-stack-request-id"
    ])
    const all = Object.fromEntries(responseHeaders.map((name) => [name, name]))

    assert.deepStrictEqual(arrived(responseOf(200, { ...all, "set-cookie": "a=b" })).headers, all)
  })

  it.effect("an exchange contains its failure, whatever its kind, and the program sees the same failure", () =>
    Effect.gen(function*() {
      const failures = [
        [new TransportError({ fault: "TypeError: terminated", transient: true }), {
          lost: "TypeError: terminated",
          transient: true
        }],
        [new TransportError({ fault: "no route", transient: false, code: "ENETUNREACH" }), {
          lost: "no route",
          transient: false,
          code: "ENETUNREACH"
        }],
        [new ResponseTooLarge({ limitBytes: 7 }), { tooLargeFor: 7 }],
        [new RedirectRefused({ status: 302, origin: "https://elsewhere.test" }), {
          redirectStatus: 302,
          origin: "https://elsewhere.test"
        }],
        [new RedirectRefused({ status: 307, origin: undefined }), { redirectStatus: 307 }]
      ] as const
      for (const [error, failure] of failures) {
        const exchanges = keepExchanges()

        const found = yield* Effect.flip(exchanges.wrap({ send: () => Effect.fail(error) }).send(request("one")))

        assert.strictEqual(found, error)
        assert.deepStrictEqual(exchanges.list().map(({ endedAt, failure, response }) => [endedAt, failure, response]), [
          [0, failure, undefined]
        ])
      }
      assert.deepStrictEqual(lost({ fault: "f", transient: true }), { lost: "f", transient: true })
    }))

  it.effect("an exchange that the program abandons has an end time, but neither a response nor a failure", () =>
    Effect.gen(function*() {
      const exchanges = keepExchanges()
      const fiber = yield* Effect.forkChild(exchanges.wrap({ send: () => Effect.never }).send(request("one")), {
        startImmediately: true
      })
      yield* TestClock.adjust(5)
      yield* Fiber.interrupt(fiber)

      assert.deepStrictEqual(exchanges.list(), [
        { at: 0, request: request("one"), endedAt: 5, response: undefined, failure: undefined }
      ])
    }))

  it.effect("a tap keeps the requests of a transport that a layer builds, even under another tap", () =>
    Effect.gen(function*() {
      const [one, other] = [keepExchanges(), keepExchanges()]
      const fetch = () => Promise.resolve(new Response("body"))
      const transport = layerFetch({ fetch }).pipe(
        Layer.provide(Layer.effectContext(other.tap)),
        Layer.provide(Layer.effectContext(one.tap))
      )

      yield* Effect.provide(Transport.use(({ send }) => send(request("one"))), transport)

      for (const { list } of [one, other]) assert.deepStrictEqual(list().map(({ response }) => response?.status), [200])
    }))

  const Event = Schema.Union([
    Schema.Literals(["begin", "clear"]),
    Schema.Struct({ end: Schema.Int })
  ])

  it.effect.prop(
    "the last exchanges are kept up to the limit, and the dropped ones are counted, after any sequence of requests",
    {
      limit: Arbitrary.schema(Schema.Literals([1, 2, 5])),
      events: Arbitrary.array(Arbitrary.schema(Event), { maxLength: 40 })
    },
    ({ events, limit }) =>
      Effect.sync(() => {
        const exchanges = keepExchanges({ limit })
        let expected: Array<{ readonly url: string; endedAt: number | undefined }> = []
        const ends: Array<() => void> = []
        let began = 0
        let dropped = 0
        for (const event of events) {
          if (event === "clear") {
            exchanges.clear()
            expected = []
            dropped = 0
          } else if (event === "begin") {
            const sent = request(String(++began))
            const end = exchanges.begin(sent, began)
            const mine: (typeof expected)[number] = { url: sent.url, endedAt: undefined }
            const at = began
            ends.push(() => {
              end(at + 1, {})
              mine.endedAt = at + 1
            })
            expected.push(mine)
            if (expected.length > limit) {
              expected.shift()
              dropped++
            }
          } else ends[Math.abs(event.end) % Math.max(1, ends.length)]?.()

          assert.deepStrictEqual(
            exchanges.list().map(({ endedAt, request: { url } }) => ({ url, endedAt })),
            expected
          )
          assert.strictEqual(exchanges.dropped(), dropped)
        }
      })
  )
})
