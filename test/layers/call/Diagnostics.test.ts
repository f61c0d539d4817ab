import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as Access from "../../../layers/access/access.ts"
import { type Check, defaults, Diagnostics, run } from "../../../layers/call/Diagnostics.ts"
import * as Project from "../../../layers/call/Project.ts"
import { Transport, type WireRequest } from "../../../layers/call/Transport.ts"
import { type CallError, type CallReason, ConnectionFailed } from "../../../schemas/errors/index.ts"
import { failureOf } from "../../support/contract/calls.ts"
import { write } from "../../support/contract/endpoints.ts"
import { projectId, secretServerKey, signedIn } from "../../support/contract/project.ts"
import {
  after,
  type Answer,
  json,
  lost,
  plain,
  scriptedTransport,
  silence
} from "../../support/platform/scriptedTransport.ts"

/** Loses all API requests, and sends the given responses to health checks. */
const losing = (health: Answer) => scriptedTransport((request) => (isHealth(request) ? health : lost)(request))

const isHealth = ({ method }: WireRequest): boolean => method === "GET"

const at = (baseUrl: string) =>
  Access.layerServer().pipe(Layer.provide(Project.layer({ projectId, secretServerKey, baseUrl })))

const found = <E>(exit: Exit.Exit<unknown, E>): CallReason & { readonly _tag: "ConnectionFailed" } => {
  const { reason } = failureOf(exit) as unknown as CallError
  assert.instanceOf(reason, ConnectionFailed)
  return reason
}

/** Sends a POST request, which has one attempt and no wait. */
const failing = (transport: ReturnType<typeof losing>, baseUrl = "https://api.test") =>
  Effect.gen(function*() {
    const fiber = yield* Effect.forkChild(Effect.provide(write(), Layer.provide(at(baseUrl), transport.layer)))
    yield* TestClock.adjust("1 minute")
    return found(yield* Fiber.await(fiber))
  })

const health = (transport: ReturnType<typeof losing>) => transport.requests.filter(isHealth)

describe("health checks after a lost connection", () => {
  it.effect("health checks send requests to the protocol's hosts, and the error contains their results", () =>
    Effect.gen(function*() {
      const transport = losing(plain(200, "ok"))
      const reason = yield* failing(transport)

      assert.deepStrictEqual(health(transport).map(({ url }) => url), [
        "https://1.1.1.1/cdn-cgi/trace",
        "https://api.test/api/v1",
        "https://api.test/health",
        "https://app.stack-auth.com/health",
        "https://api.stack-auth.com/health"
      ])
      assert.deepStrictEqual(reason.diagnostics, {
        cfTrace: "OK",
        apiRoot: "OK",
        baseUrlBackend: "OK",
        prodDashboard: "OK",
        prodBackend: "OK"
      })
      assert.include(reason.message, "Diagnostics: cfTrace: OK, apiRoot: OK,")
    }))

  it.effect("health checks contain no headers and no body of the failed request, and therefore none of its secrets", () =>
    Effect.gen(function*() {
      const transport = losing(plain(200, "ok"))
      const fiber = yield* write({ secret: Redacted.make("canary") }).pipe(
        Effect.provide(Layer.provide(signedIn(), transport.layer)),
        Effect.exit,
        Effect.forkChild
      )
      yield* TestClock.adjust("1 minute")
      yield* Fiber.join(fiber)

      assert.strictEqual(health(transport).length, 5)
      for (const { body, headers } of health(transport)) assert.deepStrictEqual([headers, body], [{}, undefined])
    }))

  it.effect("health checks report a status, a fault, or a missing response after 3 s", () =>
    Effect.gen(function*() {
      const answers: Record<string, Answer> = {
        "https://api.test/api/v1": plain(503, "down"),
        "https://api.test/health": lost,
        "https://1.1.1.1/cdn-cgi/trace": silence
      }
      const reason = yield* failing(losing((request) => (answers[request.url] ?? plain(200, "ok"))(request)))

      assert.deepStrictEqual(reason.diagnostics, {
        cfTrace: "no response within 3 s",
        apiRoot: "status 503",
        baseUrlBackend: "TypeError: fetch failed",
        prodDashboard: "OK",
        prodBackend: "OK"
      })
    }))

  it.effect("P4: health checks take at most 3 s in total", () =>
    Effect.gen(function*() {
      const transport = losing(silence)
      const fiber = yield* write().pipe(
        Effect.provide(Layer.provide(at("https://api.test"), transport.layer)),
        Effect.exit,
        Effect.andThen(Clock.currentTimeMillis),
        Effect.forkChild
      )
      yield* TestClock.adjust("1 minute")

      assert.strictEqual(yield* Fiber.join(fiber), 3000)
    }))

  it.effect("health checks are skipped for calls that succeed or that the platform rejects", () =>
    Effect.gen(function*() {
      for (const response of [json({ name: "lamp" }), plain(500, "no"), plain(429, "", { "retry-after": "3600" })]) {
        const transport = scriptedTransport(response)
        yield* Effect.exit(Effect.provide(write(), Layer.provide(at("https://api.test"), transport.layer)))

        assert.strictEqual(transport.requests.length, 1)
      }
    }))

  for (
    const host of [
      "http://localhost:8102",
      "http://127.0.0.1:1",
      "http://127.8.9.1",
      "http://[::1]:3000",
      "http://a.localhost"
    ]
  ) {
    it.effect(`health checks include only the API if the API is at ${host}`, () =>
      Effect.gen(function*() {
        const transport = losing(plain(200, "ok"))
        const reason = yield* failing(transport, host)

        assert.deepStrictEqual(Object.keys(reason.diagnostics), ["apiRoot", "baseUrlBackend"])
        assert.deepStrictEqual(health(transport).map(({ url }) => url), [`${host}/api/v1`, `${host}/health`])
      }))
  }

  for (const host of ["https://localhost.example", "https://127.0.0.1.example", "https://api.test"]) {
    it.effect(`health checks include the public hosts if the API is at ${host}`, () =>
      Effect.gen(function*() {
        const transport = losing(plain(200, "ok"))
        yield* failing(transport, host)

        assert.strictEqual(health(transport).length, 5)
      }))
  }

  it.effect("health checks can be replaced per program, per layer and per call", () =>
    Effect.gen(function*() {
      const own: ReadonlyArray<Check> = [{ name: "own", url: () => "https://status.test", elsewhere: false }]
      const urlsOf = (run: (transport: ReturnType<typeof losing>) => Effect.Effect<unknown>) =>
        Effect.gen(function*() {
          const transport = losing(plain(200, "ok"))
          yield* run(transport)
          return health(transport).map(({ url }) => url)
        })
      const layer = (transport: ReturnType<typeof losing>) => Layer.provide(at("https://api.test"), transport.layer)
      const call = Effect.exit(write())

      assert.deepStrictEqual(
        yield* urlsOf((transport) => Effect.provideService(failing(transport), Diagnostics, own)),
        ["https://status.test"]
      )
      assert.deepStrictEqual(
        yield* urlsOf((transport) =>
          Effect.orDie(Effect.provide(call, Layer.provide(layer(transport), Layer.succeed(Diagnostics, own))))
        ),
        ["https://status.test"]
      )
      assert.deepStrictEqual(
        yield* urlsOf((transport) =>
          Effect.orDie(Effect.provide(Effect.provideService(call, Diagnostics, own), layer(transport)))
        ),
        ["https://status.test"]
      )
    }))

  it.effect("health checks are skipped if the list is empty", () =>
    Effect.gen(function*() {
      const transport = losing(plain(200, "ok"))
      const reason = yield* Effect.provideService(failing(transport), Diagnostics, [])

      assert.strictEqual(health(transport).length, 0)
      assert.deepStrictEqual(reason.diagnostics, {})
    }))

  it.effect("health checks never change the error, even if a check throws", () =>
    Effect.gen(function*() {
      const broken: ReadonlyArray<Check> = [{
        name: "broken",
        url: () => {
          throw new Error("no")
        },
        elsewhere: false
      }]
      const reason = yield* Effect.provideService(failing(losing(plain(200, "ok"))), Diagnostics, broken)

      assert.strictEqual(reason.fault, "TypeError: fetch failed")
      assert.deepStrictEqual(reason.diagnostics, {})
    }))

  it.effect("health checks run once for all calls that fail at the same time", () =>
    Effect.gen(function*() {
      const transport = losing(after("1 second", plain(200, "ok")))
      const fiber = yield* Effect.all(Array.from({ length: 100 }, () => Effect.exit(write())), {
        concurrency: "unbounded"
      }).pipe(Effect.provide(Layer.provide(at("https://api.test"), transport.layer)), Effect.forkChild)
      yield* TestClock.adjust("1 minute")
      const exits = yield* Fiber.join(fiber)

      assert.strictEqual(health(transport).length, 5)
      assert.strictEqual(transport.requests.length, 105)
      for (const exit of exits) assert.strictEqual(found(exit).diagnostics["apiRoot"], "OK")
    }))

  it.effect("health checks run again for a later failure", () =>
    Effect.gen(function*() {
      const transport = losing(plain(200, "ok"))
      yield* Effect.andThen(Effect.exit(write()), Effect.exit(write())).pipe(
        Effect.provide(Layer.provide(at("https://api.test"), transport.layer))
      )

      assert.strictEqual(health(transport).length, 10)
    }))

  it.effect("health checks continue for the other callers when the caller that started them is interrupted", () =>
    Effect.gen(function*() {
      const transport = losing(after("1 second", plain(200, "ok")))
      const layer = Layer.provide(at("https://api.test"), transport.layer)
      const fiber = yield* Effect.gen(function*() {
        const first = yield* Effect.forkChild(write())
        yield* Effect.sleep("100 millis")
        const second = yield* Effect.forkChild(write())
        yield* Effect.sleep("100 millis")
        yield* Fiber.interrupt(first)
        return yield* Fiber.await(second)
      }).pipe(Effect.provide(layer), Effect.forkChild)
      yield* TestClock.adjust("1 minute")

      assert.strictEqual(found(yield* Fiber.join(fiber)).diagnostics["apiRoot"], "OK")
      assert.strictEqual(health(transport).length, 5)
    }))

  it.effect("health checks report the browser's online flag", () =>
    Effect.gen(function*() {
      const before = Object.getOwnPropertyDescriptor(globalThis, "navigator")!
      yield* Effect.addFinalizer(() => Effect.sync(() => Object.defineProperty(globalThis, "navigator", before)))
      Object.defineProperty(globalThis, "navigator", { value: { onLine: true }, configurable: true })
      const { layer } = losing(plain(200, "ok"))
      const result = yield* Effect.provide(
        Effect.flatMap(Transport, (transport) => run(transport, "https://api.test/api/v1")),
        layer
      )

      assert.deepStrictEqual(Object.keys(result), ["navigator?.onLine", ...defaults.map(({ name }) => name)])
    }))
})
