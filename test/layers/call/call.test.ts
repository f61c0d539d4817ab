import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Console from "effect/Console"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import * as Tracer from "effect/Tracer"
import { inspect } from "node:util"
import { layerAdmin } from "../../../layers/access/access.ts"
import {
  type Gate,
  HeldBack,
  layer as layerGate,
  layerNone,
  none as noGate,
  RateLimitGate
} from "../../../layers/call/RateLimitGate.ts"
import {
  type AttemptFailure,
  attempts,
  honourRetryAfter,
  make,
  type Policy,
  RetryPolicy
} from "../../../layers/call/RetryPolicy.ts"
import { layerFetch, PropagateTrace, TransportError } from "../../../layers/call/Transport.ts"
import type { ClientAccess } from "../../../schemas/access.ts"
import { schemasOf } from "../../../schemas/compiled/schemasOf.ts"
import { endpoint } from "../../../schemas/Endpoint.ts"
import * as aiChat from "../../../schemas/endpoints/aiChat.ts"
import * as oauth from "../../../schemas/endpoints/oauth.ts"
import * as password from "../../../schemas/endpoints/password.ts"
import * as users from "../../../schemas/endpoints/users.ts"
import {
  type CallError,
  RedirectRefused,
  type RedirectUrlNotWhitelisted,
  ResponseTooLarge,
  TeamNotFound,
  type TimedOut,
  UserNotFound
} from "../../../schemas/errors/index.ts"
import { waitsOf } from "../../../src/testing/waitsOf.ts"
import { failureOf, settled } from "../../support/contract/calls.ts"
import { read, remove, thing, write } from "../../support/contract/endpoints.ts"
import { accessToken, project, projectId, signedIn, signedOut } from "../../support/contract/project.ts"
import { chunks, scriptedFetch } from "../../support/platform/scriptedFetch.ts"
import {
  after,
  type Answer,
  json,
  knownError,
  loop,
  lost,
  plain,
  scriptedTransport,
  silence,
  tooMany
} from "../../support/platform/scriptedTransport.ts"
import { runs } from "../../support/suite/properties.ts"
import { recordingTracer } from "../../support/suite/spans.ts"

const answers = {
  "429": tooMany(),
  "429 for 7 s": tooMany("7"),
  "429 for 601 s": tooMany("601"),
  "508 with marker": loop,
  "lost": lost,
  "silence": silence,
  "508 without marker": plain(508, "Loop Detected"),
  "500": plain(500, "Internal error"),
  "HTML": plain(200, "<html></html>"),
  "known error": knownError("USER_NOT_FOUND", 404),
  "late success": after("29 seconds", json(thing)),
  "success": json(thing)
}

type Name = keyof typeof answers

const AnyAnswers = Schema.NonEmptyArray(Schema.Literals(Object.keys(answers) as [Name, ...Array<Name>]))

const scriptedCalls = (names: readonly [Name, ...ReadonlyArray<Name>]) =>
  scriptedTransport(...names.map((name) => answers[name]) as [Answer, ...Array<Answer>])

const calls = { "GET": read(), "POST": write(), "DELETE": remove({ id: "1" }) }

const AnyCall = Schema.Literals(["GET", "POST", "DELETE"])

/** Whether the default policy sends the request again after this response. */
const isRetried = (name: Name, method: keyof typeof calls): boolean =>
  name === "429" || name === "429 for 7 s" || name === "508 with marker"
  || ((name === "lost" || name === "silence") && method !== "POST")

const reasonOf = (exit: Exit.Exit<unknown, unknown>) => (failureOf(exit) as CallError).reason

const times = (requests: ReadonlyArray<{ readonly at: number }>) => requests.map(({ at }) => at)

describe("a call", () => {
  it.effect.prop(
    "C1, C5: a call is sent as often as its responses allow, at most five times",
    { names: AnyAnswers, method: AnyCall },
    ({ method, names }) =>
      Effect.gen(function*() {
        const transport = scriptedCalls(names)
        const exit = yield* settled(calls[method] as typeof calls.GET, transport.layer)

        const received = Array.from({ length: 5 }, (_, n) => names[Math.min(n, names.length - 1)]!)
        const last = received.findIndex((name) => !isRetried(name, method))
        assert.strictEqual(transport.requests.length, last < 0 ? 5 : last + 1)
        assert.strictEqual(Exit.hasDies(exit), false)
      })
  )

  it.effect.prop("C2, C4: a call waits between attempts as the policy requires, whatever the responses", {
    names: AnyAnswers
  }, ({ names }) =>
    Effect.gen(function*() {
      const transport = scriptedCalls(names)
      yield* settled(read(), transport.layer)

      const sent = times(transport.requests)
      for (let n = 1; n < sent.length; n++) {
        const received = names[Math.min(n - 1, names.length - 1)]!
        const wait = sent[n]! - sent[n - 1]! - (received === "silence" ? 30_000 : 0)
        assert.isAtLeast(wait, received === "429 for 7 s" ? 7000 : 500 * 2 ** (n - 1))
        assert.isAtMost(wait, received === "429 for 7 s" ? 7000 : 1500 * 2 ** (n - 1))
      }
    }))

  it.effect.prop(
    "C5: a call doesn't send a POST again after its connection is lost",
    { names: AnyAnswers },
    ({ names }) =>
      Effect.gen(function*() {
        const transport = scriptedCalls(names)
        yield* settled(write(), transport.layer)

        const first = names.findIndex((name) => name === "lost" || name === "silence")
        if (first >= 0) assert.isAtMost(transport.requests.length, first + 1)
      })
  )

  it.effect.prop(
    "C6: a call sends its attempts at the same times for the same seed",
    { names: AnyAnswers, seed: Schema.String },
    ({ names, seed }) =>
      Effect.gen(function*() {
        const trace = Effect.suspend(() => {
          const transport = scriptedCalls(names)
          return Effect.as(settled(read(), transport.layer), transport.requests)
        }).pipe(Random.withSeed(seed))

        const once = times(yield* trace)
        const again = times(yield* trace)

        assert.deepStrictEqual(again.map((at) => at - again[0]!), once.map((at) => at - once[0]!))
      })
  )

  it.effect("C8: a call stops immediately when interrupted during a wait, and sends nothing more", () =>
    Effect.gen(function*() {
      const transport = scriptedCalls(["429 for 7 s", "success"])
      const fiber = yield* read().pipe(Effect.provide(Layer.provide(signedOut, transport.layer)), Effect.forkChild)
      yield* TestClock.adjust("3 seconds")

      yield* Fiber.interrupt(fiber)

      yield* TestClock.adjust("1 hour")
      assert.strictEqual(transport.requests.length, 1)
    }))

  it.effect("A1: a call aborts its request when interrupted", () =>
    Effect.gen(function*() {
      const transport = scriptedCalls(["silence"])
      const fiber = yield* read().pipe(Effect.provide(Layer.provide(signedOut, transport.layer)), Effect.forkChild)
      yield* TestClock.adjust("1 second")

      yield* Fiber.interrupt(fiber)

      assert.strictEqual(transport.aborted(), 1)
    }))

  it.effect.prop(
    "A1: a call succeeds if the response takes less than 30 s, and times out after 30 s",
    { latency: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 120_000 })) },
    ({ latency }) =>
      Effect.gen(function*() {
        const transport = scriptedTransport(after(latency, json(thing)))
        const exit = yield* settled(write(), transport.layer)

        if (latency < 30_000) return assert.deepStrictEqual(exit, Exit.succeed(thing))
        if (latency === 30_000) return
        const reason = reasonOf(exit)
        assert.strictEqual(reason._tag, "TimedOut")
        assert.include(reason.message, "within 30000 ms (1 attempt)")
        assert.strictEqual(transport.aborted(), 1)
      })
  )

  it.effect("A1: a request to an AI model may take 130 s, which a policy can extend", () =>
    Effect.gen(function*() {
      const input = { threadId: "t", contextType: "email-theme", messages: [{ role: "user", content: "Hi" }] } as const
      const admin = Layer.provide(layerAdmin(), project)
      const limitOf = (policy: Policy) =>
        Effect.map(
          settled(
            Effect.provideService(aiChat.send(input), RetryPolicy, policy),
            scriptedCalls(["silence"]).layer,
            admin
          ),
          (exit) => (reasonOf(exit) as TimedOut).limitMillis
        )

      assert.strictEqual(yield* limitOf(make()), 130_000)
      assert.strictEqual(yield* limitOf(make({ perAttempt: "3 minutes" })), 180_000)
    }))

  it.effect("A1: a GET that times out is sent five times, and a POST once", () =>
    Effect.gen(function*() {
      const [get, post] = [scriptedCalls(["silence"]), scriptedCalls(["silence"])]

      assert.include(reasonOf(yield* settled(read(), get.layer)).message, "(5 attempts)")
      assert.include(reasonOf(yield* settled(write(), post.layer)).message, "(1 attempt)")
      assert.deepStrictEqual([get.requests.length, post.requests.length], [5, 1])
    }))

  it.effect("A2: a GET that loses its connection is sent five times, and then fails with ConnectionFailed", () =>
    Effect.gen(function*() {
      const transport = scriptedCalls(["lost"])
      const reason = reasonOf(yield* settled(read(), transport.layer))

      assert.strictEqual(transport.requests.length, 5)
      assert.strictEqual(
        reason.message,
        "The platform could not be reached at https://api.test (GET /things) (5 attempts): TypeError: fetch failed. "
          + "Check the base URL, the network and any proxy, then try again."
      )
    }))

  it.effect("P3: an error identifies the request by origin and path template, without the ids in its path", () =>
    Effect.gen(function*() {
      const exit = yield* settled(remove({ id: "id-of-a-user" }), scriptedCalls(["lost"]).layer)

      assert.include(reasonOf(exit).message, "at https://api.test (DELETE /things/{id})")
      assert.notInclude(inspect(exit, { depth: Infinity }), "id-of-a-user")
    }))

  it.effect("A2: a POST that loses its connection is sent once, and then fails with ConnectionFailed", () =>
    Effect.gen(function*() {
      const transport = scriptedCalls(["lost"])
      const reason = reasonOf(yield* settled(write(), transport.layer))

      assert.strictEqual(transport.requests.length, 1)
      assert.strictEqual(reason._tag, "ConnectionFailed")
    }))

  it.effect("A1, A2: a token refresh that is lost or times out is sent five times, although it is a POST", () =>
    Effect.gen(function*() {
      const secret = Redacted.make("s")
      const refresh = oauth.refresh({ refreshToken: secret, clientId: projectId, clientSecret: secret })
      for (const [fault, tag] of [["lost", "ConnectionFailed"], ["silence", "TimedOut"]] as const) {
        const transport = scriptedCalls([fault])
        const reason = reasonOf(yield* settled(refresh, transport.layer))

        assert.deepStrictEqual([reason._tag, transport.requests.length], [tag, 5])
      }
    }))

  it.effect("A3: a code exchange is sent only once, whatever happens", () =>
    Effect.gen(function*() {
      const input = {
        code: Redacted.make("c"),
        redirectUri: "https://app.test",
        codeVerifier: Redacted.make("v"),
        clientId: projectId,
        clientSecret: Redacted.make("s")
      }
      for (const fault of ["lost", "silence"] as const) {
        const transport = scriptedCalls([fault])
        yield* settled(oauth.exchangeCode(input as never), transport.layer)

        assert.strictEqual(transport.requests.length, 1)
      }
    }))

  it.effect("A4: a call with a stalled response body times out and aborts its request", () =>
    Effect.gen(function*() {
      const { calls, fetch } = scriptedFetch(() => new Response(chunks([new Uint8Array([123])], "stalls")))
      const reason = reasonOf(yield* settled(write(), layerFetch({ fetch })))

      assert.strictEqual(reason._tag, "TimedOut")
      assert.deepStrictEqual(calls.map(({ init }) => init.signal!.aborted), [true])
    }))

  it.effect("A13: a GET is not retried after a permanent fault", () =>
    Effect.gen(function*() {
      const transport = scriptedTransport(() =>
        Effect.fail(new TransportError({ fault: "Error: no fetch", transient: false }))
      )
      const reason = reasonOf(yield* settled(read(), transport.layer))

      assert.strictEqual(transport.requests.length, 1)
      assert.strictEqual(reason._tag, "ConnectionFailed")
    }))

  it.effect("A12: a call doesn't decode or keep a response to another request", () =>
    Effect.gen(function*() {
      const transport = scriptedTransport(json({ items: [] }), json(thing))
      const exits = yield* settled(Effect.all([Effect.exit(read()), Effect.exit(read())]), transport.layer)

      const [first, second] = Exit.isSuccess(exits) ? exits.value : []
      assert.strictEqual(reasonOf(first!)._tag, "DecodeError")
      assert.deepStrictEqual(second, Exit.succeed(thing))
    }))

  it.effect("A12: a call has a new nonce of 45 Crockford base32 characters in every attempt", () =>
    Effect.gen(function*() {
      const transport = scriptedCalls(["429"])
      yield* settled(read(), transport.layer)

      const nonces = transport.requests.map(({ headers }) => headers["x-stack-random-nonce"]!)
      assert.strictEqual(new Set(nonces).size, 5)
      for (const nonce of nonces) assert.match(nonce, /^[0-9abcdefghjkmnpqrstvwxyz]{45}$/)
    }))

  it.effect("B11: a call is retried after a 508 with the loop marker, but not without it", () =>
    Effect.gen(function*() {
      const [marked, plainly] = [scriptedCalls(["508 with marker"]), scriptedCalls(["508 without marker"])]

      assert.strictEqual(reasonOf(yield* settled(write(), marked.layer))._tag, "LoopDetected")
      assert.strictEqual(reasonOf(yield* settled(write(), plainly.layer))._tag, "HttpFailure")
      assert.deepStrictEqual([marked.requests.length, plainly.requests.length], [5, 1])
    }))

  it.effect("B12: a call is not retried after a server error other than 508", () =>
    Effect.gen(function*() {
      for (const status of [500, 501, 502, 503, 504, 507, 511]) {
        const transport = scriptedTransport(plain(status, "no"))
        const reason = reasonOf(yield* settled(read(), transport.layer))

        assert.deepStrictEqual([reason._tag, transport.requests.length], ["HttpFailure", 1], String(status))
      }
    }))

  it.effect("B12: a policy can retry a call after a server error such as 503", () =>
    Effect.gen(function*() {
      const transport = scriptedTransport(plain(503, "no"), json(thing))
      const policy = make({ retryable: ({ idempotent, status }) => idempotent && status === 503 })
      const exit = yield* settled(Effect.provideService(read(), RetryPolicy, policy), transport.layer)

      assert.deepStrictEqual(exit, Exit.succeed(thing))
    }))

  it.effect("B8: after a 429, a call waits for the number of seconds in Retry-After", () =>
    Effect.gen(function*() {
      const transport = scriptedCalls(["429 for 7 s", "success"])
      yield* settled(write(), transport.layer)

      assert.deepStrictEqual(times(transport.requests), [0, 7000])
    }))

  it.effect("B9: a call waits for a Retry-After date by the platform's clock, despite a wrong local clock", () =>
    Effect.gen(function*() {
      for (const skew of [-1_800_000, 1_800_000]) {
        const at = (millis: number) => new Date(1_000_000_000 - skew + millis).toUTCString()
        yield* TestClock.setTime(1_000_000_000)
        const refusal = plain(429, "Too many requests", { "date": at(0), "retry-after": at(2000) })
        const transport = scriptedTransport(refusal, json(thing))
        yield* settled(write(), transport.layer)

        assert.deepStrictEqual(times(transport.requests), [1_000_000_000, 1_000_002_000])
      }
    }))

  it.effect("B9: a call uses the backoff if Retry-After requires no wait", () =>
    Effect.gen(function*() {
      for (const none of ["0", "Sun, 06 Nov 1994 08:49:37 GMT"]) {
        const transport = scriptedTransport(tooMany(none))
        const reason = reasonOf(yield* settled(read(), transport.layer))

        const sent = times(transport.requests)
        assert.strictEqual(sent.length, 5)
        for (let n = 1; n < 5; n++) assert.isAtLeast(sent[n]! - sent[n - 1]!, 500 * 2 ** (n - 1))
        assert.include(reason.message, "Wait a little")
      }
    }))

  it.effect("B9: a call fails with RateLimited and the required wait if Retry-After is more than 10 minutes", () =>
    Effect.gen(function*() {
      const transport = scriptedCalls(["429 for 601 s"])
      const reason = reasonOf(yield* settled(read(), transport.layer))

      assert.strictEqual(
        reason.message,
        "The platform refuses further requests for now (429, 1 attempt). Try again in 601 s."
      )
      assert.strictEqual(transport.requests.length, 1)
    }))

  /** Removes all loggers, because most programs have none and the test runner sets some. */
  const CurrentLoggers = Context.Reference<undefined>("effect/Logger/CurrentLoggers", { defaultValue: () => undefined })

  /** Sets random numbers to one half, so that jitter has no effect. */
  const withoutJitter = Effect.provideService(Random.Random, { nextDoubleUnsafe: () => 0.5, nextIntUnsafe: () => 0 })

  /** Starts a call without advancing the clock. */
  const start = <A, E>(call: Effect.Effect<A, E, ClientAccess>, transport: ReturnType<typeof scriptedCalls>) =>
    Effect.forkChild(Effect.exit(Effect.provide(call, signedOut.pipe(Layer.provide(transport.layer)))))

  it.effect("R4: a call waits for the Retry-After of another call's 429 over the same transport", () =>
    Effect.gen(function*() {
      const transport = scriptedTransport(tooMany("7"), after("20 millis", json(thing)))
      const other = scriptedCalls(["success"])
      const first = yield* start(read(), transport)
      yield* TestClock.adjust("1 second")

      const others = [yield* start(read(), transport), yield* start(write(), transport)]
      const elsewhere = yield* start(read(), other)
      yield* TestClock.adjust("5 seconds")
      others.push(yield* start(read(), transport))
      yield* TestClock.adjust("1 second")

      assert.deepStrictEqual(times(transport.requests), [0, 7000])
      yield* TestClock.adjust("2 seconds")

      for (const fiber of [first, ...others, elsewhere]) assert.isTrue(Exit.isSuccess(yield* Fiber.join(fiber)))
      const sent = times(transport.requests)
      assert.strictEqual(sent.length, 5)
      for (const at of sent.slice(2)) assert.isAtLeast(at, 7500)
      assert.strictEqual(new Set(sent).size, sent.length)
      assert.deepStrictEqual(times(other.requests), [1000])
    }).pipe(Random.withSeed("R4")))

  for (const stated of [undefined, "5"]) {
    it.effect.prop(
      `R4: 100 calls to a host that rate limits them ${
        stated === undefined ? "without a time" : "for 5 s"
      } send one probe per wait and fail after five attempts`,
      { seed: Schema.String },
      ({ seed }) =>
        Effect.gen(function*() {
          const transport = scriptedTransport(after("20 millis", tooMany(stated)))
          const hundred = Array.from({ length: 100 })
          const all = Effect.forEach(hundred, () => Effect.exit(read()), { concurrency: "unbounded" })
          const fiber = yield* start(all, transport)
          yield* TestClock.adjust("1 minute")

          const exits = yield* yield* Fiber.join(fiber)
          for (const exit of exits) assert.include(reasonOf(exit).message, "(429, 5 attempts)")
          const again = times(transport.requests).slice(100)
          // A call that starts in the last two milliseconds of a wait doesn't lose an attempt. Therefore each call
          // waits at most twice.
          assert.isAtMost(again.length, 8)
          assert.strictEqual(new Set(again).size, again.length)
          for (let n = 1; n < again.length; n++) {
            assert.isAtLeast(again[n]! - again[n - 1]!, stated === undefined ? 500 : 5000)
          }
        }).pipe(Random.withSeed(seed)),
      { arbitrary: { runs: runs(8) } }
    )
  }

  it.effect("R4: a call waits for the backoff of another call that got a 429 without Retry-After", () =>
    Effect.gen(function*() {
      const transport = scriptedTransport(tooMany(), after("20 millis", json(thing)))
      const first = yield* start(withoutJitter(read()), transport)
      yield* TestClock.adjust("100 millis")
      const second = yield* start(withoutJitter(read()), transport)
      yield* TestClock.adjust("10 seconds")

      for (const fiber of [first, second]) assert.isTrue(Exit.isSuccess(yield* Fiber.join(fiber)))
      assert.deepStrictEqual(times(transport.requests), [0, 1000, 2000])
    }))

  for (const fate of ["is interrupted", "gets no response"] as const) {
    it.effect(`R4: a waiting call is sent when the call before it ${fate}`, () =>
      Effect.gen(function*() {
        const transport = scriptedCalls(["429 for 7 s", "silence", "success"])
        const first = yield* start(withoutJitter(read()), transport)
        yield* TestClock.adjust("1 second")
        const second = yield* start(withoutJitter(write()), transport)
        yield* TestClock.adjust("6 seconds")
        if (fate === "is interrupted") yield* Fiber.interrupt(first)
        yield* TestClock.adjust("1 second")

        assert.isTrue(Exit.isSuccess(yield* Fiber.join(second)))
        assert.deepStrictEqual(times(transport.requests), [0, 7000, 8000])
      }))
  }

  it.effect("R4: a 429 on the probe request extends the wait for every call", () =>
    Effect.gen(function*() {
      const transport = scriptedCalls(["429 for 7 s", "429 for 7 s", "success"])
      const fibers = [yield* start(read(), transport), yield* start(read(), transport)]
      yield* TestClock.adjust("13999 millis")
      assert.deepStrictEqual(times(transport.requests), [0, 7000])
      yield* TestClock.adjust("2 seconds")

      for (const fiber of fibers) assert.isTrue(Exit.isSuccess(yield* Fiber.join(fiber)))
      assert.strictEqual(times(transport.requests)[2], 14_000)
    }))

  it.effect("a call that waits more than 10 s logs one console warning with endpoint, seconds and reason", () =>
    Effect.gen(function*() {
      const lines: Array<string> = []
      const console = { ...globalThis.console, warn: (line: string) => void lines.push(line) }
      const program = Effect.andThen(Effect.exit(remove({ id: "canary-id" })), Effect.exit(read()))
      const waits = [
        [tooMany("11.2"), json({ success: true })],
        [tooMany("10"), tooMany("11"), tooMany("61"), tooMany("300"), json(thing)]
      ] as const
      const transport = scriptedTransport(...waits[0], ...waits[1])
      yield* settled(program, transport.layer).pipe(
        Effect.provideService(Console.Console, console),
        Effect.provideService(CurrentLoggers, undefined)
      )

      assert.deepStrictEqual(lines, [
        "things.remove is tried again in 12 s (RateLimited). The RetryPolicy limits how long a call waits.",
        "things.read is tried again in 11 s (RateLimited). The RetryPolicy limits how long a call waits."
      ])
    }))

  it.effect("R4: calls fail immediately, for at most an hour, after the host required a wait of more than 10 minutes", () =>
    Effect.gen(function*() {
      const transport = scriptedTransport(tooMany("1000000000000"), json(thing))
      yield* Fiber.join(yield* start(read(), transport))

      const refused = yield* Fiber.join(yield* start(read(), transport))
      const sent = transport.requests.length
      yield* TestClock.adjust("1 hour")
      const later = yield* Fiber.join(yield* start(read(), transport))

      assert.strictEqual(
        reasonOf(refused).message,
        "The platform refuses further requests for now (429, 1 attempt). Try again in 3600 s."
      )
      assert.strictEqual(sent, 1)
      assert.isTrue(Exit.isSuccess(later))
    }))

  it.effect("S2: calls send a probe every 5 s if the required wait is too long for them, and a successful probe opens the gate", () =>
    Effect.gen(function*() {
      const transport = scriptedTransport(
        tooMany("3600"),
        tooMany("3600"),
        after("50 millis", json(thing)),
        json(thing)
      )
      const shortWait: Policy = make({ longestRetryAfter: "1 second" })
      const startMany = (count: number) =>
        Effect.forEach(
          Array.from({ length: count }),
          () => start(Effect.provideService(read(), RetryPolicy, shortWait), transport)
        )
      const outcomes = (fibers: ReadonlyArray<Fiber.Fiber<Exit.Exit<unknown, unknown>>>) =>
        Effect.map(Effect.forEach(fibers, Fiber.join), (exits) => exits.filter(Exit.isSuccess).length)

      yield* outcomes(yield* startMany(1))
      yield* TestClock.adjust("4999 millis")
      yield* outcomes(yield* startMany(20))
      assert.deepStrictEqual(times(transport.requests), [0], "R4: no earlier probe")
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(yield* outcomes(yield* startMany(20)), 0)
      assert.deepStrictEqual(times(transport.requests), [0, 5000], "a single probe, which is rejected too")
      yield* TestClock.adjust("5 seconds")
      const probing = yield* startMany(20)
      yield* TestClock.adjust("50 millis")
      assert.strictEqual(yield* outcomes(probing), 1)
      assert.deepStrictEqual(times(transport.requests), [0, 5000, 10_000])
      const all = yield* startMany(20)
      yield* TestClock.adjust("50 millis")
      assert.strictEqual(yield* outcomes(all), 20)
    }))

  it.effect("R4: calls that wait for Retry-After succeed after other calls' probes are rejected", () =>
    Effect.gen(function*() {
      const transport = scriptedTransport(tooMany("60"), ...Array<Answer>(11).fill(tooMany("60")), json(thing))
      const waiting = [yield* start(read(), transport), yield* start(read(), transport)]
      for (let at = 0; at < 11; at++) {
        yield* TestClock.adjust("5 seconds")
        const shortWait = Effect.provideService(read(), RetryPolicy, make({ longestRetryAfter: 0 }))
        yield* Fiber.join(yield* start(shortWait, transport))
      }
      yield* TestClock.adjust("2 minutes")

      assert.lengthOf(transport.requests.slice(1), 13)
      for (const fiber of waiting) assert.isTrue(Exit.isSuccess(yield* Fiber.join(fiber)))
    }))

  it.effect("B10: a 429 without Retry-After uses the backoff, and fails with RateLimited after five attempts", () =>
    Effect.gen(function*() {
      const transport = scriptedCalls(["429"])
      const reason = reasonOf(yield* settled(read(), transport.layer))

      assert.strictEqual(transport.requests.length, 5)
      assert.strictEqual(
        reason.message,
        "The platform refuses further requests for now (429, 5 attempts). Wait a little before trying again."
      )
    }))

  it.effect("a call fails with typed reasons for an unknown project, a wrong key and an insufficient level", () =>
    Effect.gen(function*() {
      const refusals = {
        CURRENT_PROJECT_NOT_FOUND: ["CurrentProjectNotFound", 400],
        INVALID_PUBLISHABLE_CLIENT_KEY: ["InvalidPublishableClientKey", 401],
        INSUFFICIENT_ACCESS_TYPE: ["InsufficientAccessType", 401]
      } as const
      for (const [code, [tag, status]] of Object.entries(refusals)) {
        const reason = reasonOf(
          yield* settled(read(), scriptedTransport(knownError(code, status, { project_id: "p" })).layer)
        )

        assert.strictEqual(reason._tag, tag)
      }
    }))

  it.effect("an error for an untrusted redirect address names its origin, and the settings page that fixes it", () =>
    Effect.gen(function*() {
      const refusal = scriptedTransport(knownError("REDIRECT_URL_NOT_WHITELISTED", 400))
      const credentials = { email: "ada@example.com", password: Redacted.make("p") }
      const cases = [
        ["https://me:pw@app.test:8443/path?code=canary#x", "https://app.test:8443"],
        ["my-app://callback?code=canary", "my-app://callback"]
      ] as const
      for (const [verificationCallbackUrl, origin] of cases) {
        const error = failureOf(
          yield* settled(password.signUp({ ...credentials, verificationCallbackUrl }), refusal.layer)
        ) as RedirectUrlNotWhitelisted

        assert.strictEqual(
          error.message,
          `The address to return to, ${origin}, is not on a trusted domain of this project. Add its domain in the `
            + `project's domain settings (/projects/${projectId}/domains in the dashboard), or allow localhost there `
            + "while developing."
        )
      }
    }))

  it.effect("a DELETE succeeds if its first response was lost and the retry gets a 404", () =>
    Effect.gen(function*() {
      for (const gone of [knownError("USER_NOT_FOUND", 404), plain(404, "Not found")]) {
        for (const unanswered of [lost, silence]) {
          const exit = yield* settled(remove({ id: "1" }), scriptedTransport(unanswered, gone).layer)

          assert.deepStrictEqual(exit, Exit.succeed({ success: true }))
        }
      }
    }))

  it.effect("a DELETE whose first response was lost fails if the retry gets any error other than a 404", () =>
    Effect.gen(function*() {
      const end = endpoint("client", "things.end", "DELETE /things", {
        output: schemasOf(read.spec).output,
        errors: [UserNotFound]
      })
      const gone = knownError("USER_NOT_FOUND", 400)
      const exits = [
        yield* settled(read(), scriptedCalls(["lost", "known error"]).layer),
        yield* settled(end(), scriptedTransport(lost, gone).layer)
      ]
      for (const exit of exits) assert.instanceOf(failureOf<unknown, unknown>(exit), UserNotFound)
      assert.strictEqual(
        reasonOf(yield* settled(calls.DELETE, scriptedCalls(["lost", "500"]).layer))._tag,
        "HttpFailure"
      )
    }))

  it.effect("a retried DELETE succeeds for any error that means that the object is already deleted", () =>
    Effect.gen(function*() {
      const end = endpoint("client", "things.end", "DELETE /things", {
        output: schemasOf(remove.spec).output,
        gone: [TeamNotFound, UserNotFound]
      })

      const exit = yield* settled(end(), scriptedTransport(lost, knownError("USER_NOT_FOUND", 400)).layer)

      assert.deepStrictEqual(exit, Exit.succeed({ success: true }))
    }))

  it.effect("A5: a call fails if the response is too long, and the error names the limit", () =>
    Effect.gen(function*() {
      const tooLarge = new ResponseTooLarge({ limitBytes: 1000 })
      const transport = scriptedTransport(() => Effect.fail(tooLarge))

      assert.deepStrictEqual(reasonOf(yield* settled(read(), transport.layer)), tooLarge)
      assert.lengthOf(transport.requests, 1)
    }))

  it.effect("P1: the error for a rejected redirect names its target only if it is the platform's own host", () =>
    Effect.gen(function*() {
      const table = {
        "http://api.test": "http://api.test",
        "https://api.test:8443": "https://api.test:8443",
        "https://www.api.test": "https://www.api.test",
        "https://elsewhere.test": undefined,
        "https://pck-publishable.api.test": undefined,
        "https://pckXpublishable.evil.example": undefined,
        "https://xn--wrd-sna.test": undefined,
        "null": undefined
      }
      for (const [origin, named] of Object.entries(table)) {
        const transport = scriptedTransport(() => Effect.fail(new RedirectRefused({ status: 302, origin })))

        const exit = yield* settled(write({ secret: Redacted.make("correct horse") }), transport.layer)

        assert.deepStrictEqual(reasonOf(exit), new RedirectRefused({ status: 302, origin: named }), origin)
      }
    }))

  it.effect("a DELETE of the signed-in user succeeds if the retry finds no user because the lost first attempt deleted the user", () =>
    Effect.gen(function*() {
      const signedOut = knownError("CANNOT_GET_OWN_USER_WITHOUT_USER", 400)

      const exit = yield* settled(users.deleteMe(), scriptedTransport(lost, signedOut).layer)

      assert.deepStrictEqual(exit, Exit.succeed({ success: true }))
    }))

  it.effect("the URL of a call to the API's root has no trailing slash", () =>
    Effect.gen(function*() {
      const transport = scriptedTransport(plain(200, "Welcome"))
      const root = endpoint("client", "root.get", "GET /", { output: Schema.String })
      yield* settled(root(), transport.layer)

      assert.isTrue(transport.requests[0]!.url.endsWith("/api/v1"))
    }))

  it.effect("a DELETE fails if its first attempt gets a 404, or if a 404 follows a 429", () =>
    Effect.gen(function*() {
      for (const script of [scriptedCalls(["known error"]), scriptedCalls(["429", "known error"])]) {
        assert.instanceOf(failureOf(yield* settled(remove({ id: "1" }), script.layer)), UserNotFound)
      }
    }))
})

describe("policy in force", () => {
  const two: Policy = make({ attempts: 2 })
  const three: Policy = make({ attempts: 3 })

  it.effect("V3: an invalid retry policy fails its call with InvalidConfiguration, before sending", () =>
    Effect.gen(function*() {
      const transport = scriptedTransport(json({}))
      const policy = make({ attempts: 0 })

      const exit = yield* settled(read(), transport.layer).pipe(Effect.provideService(RetryPolicy, policy))

      assert.strictEqual(reasonOf(exit)._tag, "InvalidConfiguration")
      assert.strictEqual(transport.requests.length, 0)
    }))

  it.effect("C7: the retry policy can be replaced for a program", () =>
    Effect.gen(function*() {
      const transport = scriptedCalls(["429"])
      yield* settled(read(), transport.layer).pipe(Effect.provideService(RetryPolicy, two))

      assert.strictEqual(transport.requests.length, 2)
    }))

  it.effect("C7: the retry policy can be replaced for the calls of a layer", () =>
    Effect.gen(function*() {
      const transport = scriptedCalls(["429"])
      const layer = signedOut.pipe(Layer.provide(Layer.succeed(RetryPolicy, two)))
      yield* settled(read(), transport.layer, layer)

      assert.strictEqual(transport.requests.length, 2)
    }))

  it.effect("C7: the retry policy can be replaced for a single call", () =>
    Effect.gen(function*() {
      const transport = scriptedCalls(["429"])
      const layer = signedOut.pipe(Layer.provide(Layer.succeed(RetryPolicy, two)))
      const program = Effect.andThen(
        Effect.exit(Effect.provideService(read(), RetryPolicy, three)),
        // the gate has opened for all calls again
        Effect.delay(Effect.exit(read()), "1 minute")
      )
      yield* settled(program, transport.layer, layer)

      assert.strictEqual(transport.requests.length, 3 + 2)
    }))

  it.effect("V1: a call's attempts follow the delays of an Effect schedule", () =>
    Effect.gen(function*() {
      const schedule = Schedule.fibonacci("200 millis").pipe(
        honourRetryAfter({ longest: "1 minute" }),
        Schedule.upTo({ times: 4 })
      )
      const transport = scriptedCalls(["lost", "lost", "429 for 7 s", "508 with marker", "lost"])
      const exit = yield* settled(Effect.provideService(read(), RetryPolicy, make(schedule)), transport.layer)

      assert.deepStrictEqual(times(transport.requests), [0, 200, 400, 7400, 8000])
      assert.include(reasonOf(exit).message, "(5 attempts)")
    }))

  it.effect("V1: a call's waits are the ones that `waitsOf` computes, whatever the responses", () =>
    Effect.gen(function*() {
      const schedule = Schedule.max([Schedule.spaced("70 millis"), Schedule.fibonacci("10 millis")]).pipe(
        Schedule.jittered,
        attempts(7)
      )
      const failure: AttemptFailure = {
        kind: "ConnectionFailed",
        endpoint: "things.read",
        status: 0,
        code: undefined,
        idempotent: true,
        retryAfterMillis: undefined
      }
      const { schedule: running } = make(schedule)
      const found = yield* waitsOf(running, Array.from({ length: 9 }, () => failure)).pipe(Random.withSeed("V1"))

      const transport = scriptedCalls(["lost"])
      yield* settled(Effect.provideService(read(), RetryPolicy, make(schedule)), transport.layer).pipe(
        Random.withSeed("V1")
      )

      const sent = times(transport.requests)
      assert.deepStrictEqual(sent.slice(1).map((at, n) => at - sent[n]!), found)
      assert.lengthOf(sent, 7)
    }))

  const failures: ReadonlyArray<
    readonly [how: string, answer: Answer, failure: Partial<AttemptFailure>, level?: typeof signedOut]
  > = [
    ["a 429", tooMany("7"), { kind: "RateLimited", status: 429, retryAfterMillis: 7000 }],
    ["a 508 with its marker", loop, { kind: "Loop", status: 508 }],
    ["a fault of the platform", plain(500, "no"), { kind: "Refused", status: 500 }],
    ["a known error", knownError("USER_NOT_FOUND", 404), { kind: "Refused", status: 404, code: "USER_NOT_FOUND" }],
    ["a lost connection", lost, { kind: "ConnectionFailed" }],
    ["silence", silence, { kind: "TimedOut" }],
    ["a fault of the runtime", () => Effect.fail(new TransportError({ fault: "no fetch", transient: false })), {
      kind: "Refused"
    }],
    ["a response that is too long", () => Effect.fail(new ResponseTooLarge({ limitBytes: 1 })), { kind: "Refused" }],
    ["a redirect", () => Effect.fail(new RedirectRefused({ status: 302, origin: undefined })), { kind: "Refused" }],
    ["an unusable session", json(thing), { kind: "Refused" }, signedIn(accessToken(), "undefined")]
  ]
  for (const [how, answer, failure, level] of failures) {
    it.effect(`V1: a call passes endpoint and failure to the retry schedule: ${how}`, () =>
      Effect.gen(function*() {
        const seen: Array<AttemptFailure> = []
        const curious = Schedule.recurs(1).pipe(
          Schedule.tap(({ input }: Schedule.Metadata<number, AttemptFailure>) => Effect.sync(() => seen.push(input)))
        )
        yield* settled(
          Effect.provideService(
            remove({ id: "1" }),
            RetryPolicy,
            make({ schedule: curious, retryable: () => true })
          ),
          scriptedTransport(answer).layer,
          level
        )

        const { code, endpoint, idempotent, kind, retryAfterMillis, status } = seen[0]!
        assert.deepStrictEqual({ code, endpoint, idempotent, kind, retryAfterMillis, status }, {
          endpoint: "things.remove",
          idempotent: true,
          status: 0,
          code: undefined,
          retryAfterMillis: undefined,
          ...failure
        })
      }))
  }

  it.effect("V4: without a rate-limit gate, one call's 429 doesn't delay other calls", () =>
    Effect.gen(function*() {
      const transport = scriptedCalls(["429 for 7 s"])
      const once = Effect.provideService(read(), RetryPolicy, make({ attempts: 1 }))
      const twice = Effect.andThen(Effect.exit(once), Effect.exit(once))

      yield* settled(twice, transport.layer, Layer.provide(signedOut, layerNone()))

      assert.strictEqual(transport.requests.length, 2)
    }))

  it.effect("V4: a call acquires a custom rate-limit gate before each request and reports the outcome to it", () =>
    Effect.gen(function*() {
      const events: Array<string> = []
      const gate: Gate = {
        acquire: ({ apiUrl }) =>
          Effect.sync(() => {
            events.push(`acquire ${apiUrl}`)
            return {
              rateLimited: (wait) =>
                Effect.sync(() => {
                  events.push(`rate-limited for ${Duration.toMillis(wait)}`)
                  return true
                }),
              succeeded: Effect.sync(() => void events.push("succeeded"))
            }
          })
      }
      const level = Layer.provide(signedOut, Layer.succeed(RateLimitGate, gate))
      const acquire = "acquire https://api.test/api/v1"
      for (const last of ["success", "known error", "500"] as const) {
        yield* settled(read(), scriptedCalls(["429 for 7 s", "lost", last]).layer, level)

        assert.deepStrictEqual(events.splice(0), [acquire, "rate-limited for 7000", acquire, acquire, "succeeded"])
      }
    }))

  for (const [left, sent] of [[1, 2], [2, 2], [3, 1]] as const) {
    const cost = sent === 2 ? "costs no attempt, because a timer may end early" : "costs one attempt"
    it.effect(`R4: waiting for ${left} ms at the rate-limit gate ${cost}`, () =>
      Effect.gen(function*() {
        const transport = scriptedCalls(["429 for 7 s", "success"])
        let asked = 0
        const gate: Gate = {
          acquire: (bucket, isLast) =>
            ++asked === 1
              ? Effect.fail(new HeldBack({ retryAfter: Duration.millis(left) }))
              : noGate.acquire(bucket, isLast)
        }
        const level = Layer.provide(signedOut, Layer.succeed(RateLimitGate, gate))
        const twice = Effect.provideService(read(), RetryPolicy, make({ attempts: 2 }))

        assert.strictEqual(Exit.isSuccess(yield* settled(twice, transport.layer, level)), sent === 2)
        assert.strictEqual(transport.requests.length, sent)
      }))
  }

  it.effect("V4: the durations of the in-memory rate-limit gate can be changed", () =>
    Effect.gen(function*() {
      const transport = scriptedCalls(["429 for 601 s", "success"])
      const level = Layer.provide(signedOut, layerGate({ longest: "2 seconds" }))
      const fiber = yield* Effect.forkChild(
        Effect.provide(
          Effect.andThen(Effect.exit(read()), Effect.andThen(Effect.sleep("2 seconds"), read())),
          Layer.provide(level, transport.layer)
        )
      )
      yield* TestClock.adjust("2 seconds")

      assert.deepStrictEqual(yield* Fiber.join(fiber), thing)
    }))

  it.effect("V3: invalid durations of a rate-limit gate fail with InvalidConfiguration", () =>
    Effect.gen(function*() {
      const { message } = yield* Effect.flip(Effect.scoped(Layer.build(layerGate({ stagger: "-1 second" }))))

      assert.strictEqual(
        message,
        "rateLimitGate.stagger is \"-1 second\". Give a time of 0 or more, below 2^31 ms (24.8 days)."
      )
    }))

  it.effect("A1: a retry policy can shorten the timeout per attempt", () =>
    Effect.gen(function*() {
      const transport = scriptedTransport(after("3 seconds", json(thing)))
      const policy = make({ perAttempt: "2 seconds" })
      const reason = reasonOf(yield* settled(write(), transport.layer).pipe(Effect.provideService(RetryPolicy, policy)))

      assert.include(reason.message, "within 2000 ms")
    }))
})

describe("rejected access token", () => {
  const rejectingPlatform = (...answers: ReadonlyArray<Answer>) => {
    let fresh = 0
    const route: Answer = (request) =>
      request.url.endsWith("/auth/oauth/token")
        ? json({ access_token: accessToken({ n: ++fresh }), token_type: "Bearer", expires_in: 3600, scope: "legacy" })(
          request
        )
        : answers[Math.min(things().length, answers.length) - 1]!(request)
    const transport = scriptedTransport(route)
    const things = () => transport.requests.filter(({ url }) => url.endsWith("/things"))
    return { layer: transport.layer, things, refreshes: () => transport.requests.length - things().length }
  }

  for (const code of ["ACCESS_TOKEN_EXPIRED", "UNPARSABLE_ACCESS_TOKEN", "INVALID_PROJECT_FOR_ACCESS_TOKEN"]) {
    it.effect(`B6: the error ${code} causes one refresh and one immediate retry with the new token`, () =>
      Effect.gen(function*() {
        const platform = rejectingPlatform(knownError(code, 401), json(thing))
        const exit = yield* settled(write(), platform.layer, signedIn())

        assert.deepStrictEqual(exit, Exit.succeed(thing))
        assert.deepStrictEqual(times(platform.things()), [0, 0])
        assert.deepStrictEqual(platform.things().map(({ headers }) => headers["x-stack-access-token"]), [
          accessToken(),
          accessToken({ n: 1 })
        ])
        assert.strictEqual(platform.refreshes(), 1)
      }))
  }

  it.effect("B6: a call fails with the platform's error if the refreshed access token is also rejected", () =>
    Effect.gen(function*() {
      const platform = rejectingPlatform(knownError("ACCESS_TOKEN_EXPIRED", 401))
      const reason = reasonOf(yield* settled(read(), platform.layer, signedIn()))

      assert.strictEqual(reason._tag, "AccessTokenExpired")
      assert.strictEqual(platform.things().length, 2)
      assert.strictEqual(platform.refreshes(), 1)
    }))

  it.effect("B6: a call replaces a rejected access token only once, even if a lost connection follows", () =>
    Effect.gen(function*() {
      const rejected = knownError("ACCESS_TOKEN_EXPIRED", 401)
      const platform = rejectingPlatform(rejected, lost, rejected, json(thing))
      const reason = reasonOf(yield* settled(read(), platform.layer, signedIn()))

      assert.strictEqual(reason._tag, "AccessTokenExpired")
      assert.strictEqual(platform.things().length, 3)
    }))

  it.effect("B6: the retry's span names the rejected access token as the reason for the wait", () =>
    Effect.gen(function*() {
      const { spans, tracer } = recordingTracer()
      const platform = rejectingPlatform(knownError("ACCESS_TOKEN_EXPIRED", 401), json(thing))
      yield* Effect.provideService(settled(write(), platform.layer, signedIn()), Tracer.Tracer, tracer)

      const again = spans.filter(({ attributes }) => attributes.get("attempt") === 2)
      assert.deepStrictEqual(again.map(({ attributes }) => Object.fromEntries(attributes)), [
        { "attempt": 2, "wait.reason": "RejectedToken", "wait.millis": 0, "http.response.status_code": 200 }
      ])
    }))

  it.effect("B6: a request that never carries an access token is not retried after ACCESS_TOKEN_EXPIRED", () =>
    Effect.gen(function*() {
      const secret = Redacted.make("s")
      const refresh = oauth.refresh({ refreshToken: secret, clientId: projectId, clientSecret: secret })
      const transport = scriptedTransport(knownError("ACCESS_TOKEN_EXPIRED", 401))

      assert.strictEqual(reasonOf(yield* settled(refresh, transport.layer, signedIn()))._tag, "AccessTokenExpired")
      assert.lengthOf(transport.requests, 1)
    }))

  it.effect("B6: a request of a signed-out user is not retried after ACCESS_TOKEN_EXPIRED", () =>
    Effect.gen(function*() {
      const platform = rejectingPlatform(knownError("ACCESS_TOKEN_EXPIRED", 401))
      const reason = reasonOf(yield* settled(read(), platform.layer, signedOut))

      assert.strictEqual(reason._tag, "AccessTokenExpired")
      assert.strictEqual(platform.things().length, 1)
    }))
})

describe("offline message", () => {
  const online = (onLine: unknown) =>
    Effect.acquireRelease(
      Effect.sync(() => {
        const before = Object.getOwnPropertyDescriptor(globalThis, "navigator")
        Object.defineProperty(globalThis, "navigator", { value: { onLine }, configurable: true })
        return before
      }),
      (before) => Effect.sync(() => before && Object.defineProperty(globalThis, "navigator", before))
    )

  it.effect("A11: the offline message is the platform's exact text, without health checks", () =>
    Effect.gen(function*() {
      yield* online(false)
      const transport = scriptedCalls(["lost"])
      const layer = Layer.provide(signedOut, transport.layer)
      const fiber = yield* read().pipe(Effect.provide(layer), Effect.exit, Effect.forkChild)
      yield* TestClock.adjust("1 minute")
      const reason = reasonOf(yield* Fiber.join(fiber))

      assert.strictEqual(reason._tag, "Offline")
      assert.strictEqual(reason.message, "You are offline. Please check your internet connection and try again.")
      assert.strictEqual(transport.requests.length, 5)
    }))

  it.effect("A11: the offline message appears only after the last attempt, so a call can succeed despite the offline flag", () =>
    Effect.gen(function*() {
      yield* online(false)
      const exit = yield* settled(read(), scriptedCalls(["lost", "success"]).layer)

      assert.deepStrictEqual(exit, Exit.succeed(thing))
    }))

  it.effect("A11: an offline call keeps the session", () =>
    Effect.gen(function*() {
      yield* online(false)
      const transport = scriptedCalls(["lost", "lost", "lost", "lost", "lost", "success"])
      const exit = yield* settled(Effect.andThen(Effect.exit(read()), read()), transport.layer, signedIn())

      assert.deepStrictEqual(exit, Exit.succeed(thing))
      assert.strictEqual(transport.requests[5]!.headers["x-stack-access-token"], accessToken())
    }))

  for (const flag of [true, undefined, 0, null]) {
    it.effect(`A11: the offline message doesn't appear if the runtime's flag is ${flag}`, () =>
      Effect.gen(function*() {
        yield* online(flag)

        assert.strictEqual(reasonOf(yield* settled(read(), scriptedCalls(["lost"]).layer))._tag, "ConnectionFailed")
      }))
  }
})

describe("spans of a call", () => {
  const traced = (program: Effect.Effect<unknown, unknown, ClientAccess>, names: readonly [Name, ...Array<Name>]) =>
    Effect.gen(function*() {
      const { spans, tracer } = recordingTracer()
      const transport = scriptedCalls(names)
      const noJitter: Policy = make({ jitter: { min: 1, max: 1 } })
      yield* settled(program, transport.layer).pipe(
        Effect.provideService(Tracer.Tracer, tracer),
        Effect.provideService(RetryPolicy, noJitter)
      )
      return { requests: transport.requests, spans }
    })

  it.effect("the span of a failed attempt ends with a failure, and the span of a successful call with a success", () =>
    Effect.gen(function*() {
      const { spans } = yield* traced(read(), ["lost", "late success"])

      assert.deepStrictEqual(
        spans.map(({ name, status }) => [name, status._tag === "Ended" && Exit.isSuccess(status.exit)]),
        [["things.read", true], ["attempt", false], ["attempt", true]]
      )
    }))

  it.effect("the stack of an error that Effect prints names the call and the caller's span", () =>
    Effect.gen(function*() {
      const exit = yield* settled(Effect.withSpan(write(), "caller"), scriptedCalls(["500"]).layer)
      const printed = Exit.isFailure(exit) ? Cause.pretty(exit.cause).split("\n") : []

      assert.include(printed, "    at things.write")
      assert.isTrue(printed.some((line) => line.startsWith("    at caller")))
    }))

  it.effect("a call's spans contain only endpoint, attempt, wait with its reason, status and error code", () =>
    Effect.gen(function*() {
      const { spans } = yield* traced(remove({ id: "canary-id" }), ["lost", "429 for 7 s", "508 with marker", "500"])

      for (const { kind } of spans) assert.strictEqual(kind, "client")
      assert.deepStrictEqual(spans.map(({ attributes, name }) => [name, Object.fromEntries(attributes)]), [
        ["things.remove", { "http.request.method": "DELETE", "url.template": "/things/{id}" }],
        ["attempt", { "attempt": 1 }],
        ["attempt", {
          "attempt": 2,
          "wait.reason": "ConnectionFailed",
          "wait.millis": 1000,
          "http.response.status_code": 429
        }],
        ["attempt", {
          "attempt": 3,
          "wait.reason": "RateLimited",
          "wait.millis": 7000,
          "http.response.status_code": 508
        }],
        ["attempt", { "attempt": 4, "wait.reason": "Loop", "wait.millis": 4000, "http.response.status_code": 500 }]
      ])
    }))

  it.effect("a call's spans have the platform's error code", () =>
    Effect.gen(function*() {
      const { spans } = yield* traced(read(), ["known error"])

      assert.deepStrictEqual(Object.fromEntries(spans[1]!.attributes), {
        "attempt": 1,
        "http.response.status_code": 404,
        "error.code": "USER_NOT_FOUND"
      })
    }))

  it.effect("a call's spans have the status of a successful response", () =>
    Effect.gen(function*() {
      const { spans } = yield* traced(read(), ["success"])

      assert.deepStrictEqual(Object.fromEntries(spans[1]!.attributes), {
        "attempt": 1,
        "http.response.status_code": 200
      })
    }))

  it.effect("a call's spans record how long another call's 429 delayed the call", () =>
    Effect.gen(function*() {
      const program = Effect.all([read(), Effect.delay(write(), "1 second")], { concurrency: "unbounded" })
      const { requests, spans } = yield* traced(program, ["429 for 7 s", "success"])

      const sent = requests.find(({ method }) => method === "POST")!.at
      const heldBack = spans.filter(({ attributes, parent }) =>
        attributes.has("attempt") && parent._tag === "Some" &&
        spans.some((each) => each.spanId === parent.value.spanId && each.name === "things.write")
      )
      assert.deepStrictEqual(heldBack.map(({ attributes }) => Object.fromEntries(attributes)), [{
        "attempt": 2,
        "wait.reason": "RateLimited",
        "wait.millis": sent - 1000,
        "http.response.status_code": 200
      }])
      assert.isAtLeast(sent, 7000)
    }))

  it.effect("a call's spans are not propagated by default", () =>
    Effect.gen(function*() {
      const { requests } = yield* traced(read(), ["success"])

      assert.notProperty(requests[0]!.headers, "traceparent")
      assert.notProperty(requests[0]!.headers, "b3")
    }))

  it.effect("a call's spans are propagated as W3C Trace Context if the program enables it", () =>
    Effect.gen(function*() {
      const { requests, spans } = yield* traced(Effect.provideService(read(), PropagateTrace, true), ["success"])

      const { spanId, traceId } = spans[1]!
      assert.strictEqual(requests[0]!.headers["traceparent"], `00-${traceId}-${spanId}-01`)
    }))

  it.effect("a call's spans are propagated with their sampling decision", () =>
    Effect.gen(function*() {
      const program = Effect.provideService(read(), PropagateTrace, true)
      const { requests } = yield* traced(Effect.withSpan(program, "page", { sampled: false }), ["success"])

      assert.match(requests[0]!.headers["traceparent"]!, /-00$/)
    }))
})
