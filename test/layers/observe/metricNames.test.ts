/** Names, units and attributes of metrics and spans, which dashboards depend on. docs/laws.md observe-4. */
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Metric from "effect/Metric"
import * as Tracer from "effect/Tracer"
import { CallObserver } from "../../../layers/observe/CallObserver.ts"
import { layer as layerConventions } from "../../../layers/observe/httpConventions.ts"
import { layer as layerMetrics } from "../../../layers/observe/metrics.ts"
import { watched, watchPoint } from "../../../layers/observe/watch.ts"
import { recordingTracer } from "../../support/suite/spans.ts"

/** Provides an observer's layer, and runs a test with its own metrics. */
const observing = <A, E>(layer: Layer.Layer<never>, test: Effect.Effect<A, E>) =>
  test.pipe(Effect.provide(layer), Effect.provideService(Metric.MetricRegistry, new Map()))

const started = {
  endpoint: "things.read",
  method: "GET",
  path: "/things",
  server: "https://api.test/api/v1",
  startedAt: 1000,
  span: undefined
}

/** Observes calls and ends each with an exit. Each has one attempt with these statuses. */
const calls = (
  all: ReadonlyArray<{
    readonly endpoint?: string
    readonly server?: string
    readonly statuses?: ReadonlyArray<number>
    readonly exit?: Exit.Exit<unknown, unknown>
  }>
) =>
  Effect.map(CallObserver, (observer) => {
    for (const { endpoint = started.endpoint, exit = Exit.void, server = started.server, statuses = [] } of all) {
      const call = observer!.call({ ...started, endpoint, server })
      const attempt = call.attempt({ number: 2, startedAt: 2000, wait: { reason: "RateLimited", millis: 500 } })
      statuses.forEach((status) => attempt.status(status))
      attempt.ended(4000, undefined)
      call.ended(6000, exit)
    }
    return observer!
  })

const seconds = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]

const boundariesOf = (snapshot: Metric.Metric.Snapshot) =>
  "buckets" in snapshot.state ? snapshot.state.buckets.map(([boundary]) => boundary).filter(Number.isFinite) : undefined

describe("Metrics.layer", () => {
  it.effect("metrics have names, descriptions, units and attributes that dashboards can rely on", () =>
    observing(
      layerMetrics(),
      Effect.gen(function*() {
        const observer = yield* calls([{ endpoint: "oauth.refresh", statuses: [0, 401], exit: Exit.die("defect") }])
        observer.read!(true)
        observer.authentication!("signed-in", false)
        const found = (yield* Metric.snapshot).map((each) => [
          each.id,
          each.description,
          each.attributes,
          "sum" in each.state ? each.state.sum : "count" in each.state ? Number(each.state.count) : undefined
        ])

        assert.sameDeepMembers(found, [
          ["latchkey.attempt.duration", "Seconds one request took, including its response", {
            endpoint: "oauth.refresh",
            status: "401",
            unit: "s"
          }, 2],
          ["latchkey.wait.duration", "Seconds a call waited before a retry", {
            endpoint: "oauth.refresh",
            reason: "RateLimited",
            unit: "s"
          }, 0.5],
          ["latchkey.call.duration", "Seconds a call took, with its attempts and waits", {
            endpoint: "oauth.refresh",
            outcome: "defect",
            unit: "s"
          }, 5],
          ["latchkey.errors", "Calls that failed", { endpoint: "oauth.refresh", code: "defect" }, 1],
          ["latchkey.refreshes", "Refreshes of access tokens", { outcome: "defect" }, 1],
          ["latchkey.reads", "Cached reads requested", { cache: "hit" }, 1],
          ["latchkey.authentications", "Authenticated requests", { status: "signed-in", cache: "miss" }, 1]
        ])
        for (const each of yield* Metric.snapshot) {
          if ("buckets" in each.state) assert.deepStrictEqual(boundariesOf(each), [...seconds, 30, 60, 600])
        }
      })
    ))

  it.effect("metric counters never decrease", () =>
    observing(
      layerMetrics(),
      Effect.gen(function*() {
        yield* calls([{ endpoint: "oauth.refresh", exit: Exit.fail("failed") }])
        const observer = (yield* CallObserver)!
        observer.read!(false)
        observer.authentication!("signed-out", true)
        const counters = (yield* Metric.snapshot).filter(({ type }) => type === "Counter")

        assert.lengthOf(counters, 4)
        for (const { state } of counters) assert.deepInclude(state, { incremental: true })
      })
    ))
})

describe("HttpConventions.layer", () => {
  const servers: ReadonlyArray<readonly [server: string, address: string, port: string]> = [
    ["https://api.test", "api.test", "443"],
    ["https://api.test/api/v1", "api.test", "443"],
    ["http://api.test/api/v1", "api.test", "80"],
    ["https://api.test:8443/v1", "api.test", "8443"],
    ["http://localhost:8102", "localhost", "8102"],
    ["http://127.0.0.1:81/a:1", "127.0.0.1", "81"],
    ["https://[::1]:444/v1", "[::1]", "444"],
    ["http://[::1]", "[::1]", "80"],
    ["https://user:secret@api.test:8443/v1", "api.test", "8443"],
    ["https://user@api.test/v1/a@b", "api.test", "443"],
    ["https://api.test/a@b:1", "api.test", "443"],
    ["ftp://api.test", "", "443"],
    ["/relative", "", "443"]
  ]
  for (const [server, address, port] of servers) {
    it.effect(`observe-4: the address of ${server} is ${address || "empty"}, and its port is ${port}`, () =>
      observing(
        layerConventions(),
        Effect.gen(function*() {
          yield* calls([{ server, statuses: [200] }])
          const [metric] = yield* Metric.snapshot

          assert.deepStrictEqual(
            [metric!.id, metric!.description, metric!.attributes, "sum" in metric!.state && metric!.state.sum],
            ["http.client.request.duration", "Duration of HTTP client requests.", {
              "unit": "s",
              "http.request.method": "GET",
              "url.template": "/things",
              "server.address": address,
              "server.port": port,
              "http.response.status_code": "200"
            }, 2]
          )
          assert.deepStrictEqual(boundariesOf(metric!), seconds)
        })
      ))
  }

  it.effect("observe-4: statuses of 400 and above are errors, a request without a response has the error _OTHER, and the status of the last attempt counts", () =>
    observing(
      layerConventions(),
      Effect.gen(function*() {
        yield* calls([{}, { statuses: [399] }, { statuses: [400] }, { statuses: [200, 503] }])

        assert.sameDeepMembers(
          (yield* Metric.snapshot).map(({ attributes }) => [
            attributes?.["http.response.status_code"],
            attributes?.["error.type"]
          ]),
          [[undefined, "_OTHER"], ["399", undefined], ["400", "400"], ["503", "503"]]
        )
      })
    ))

  /** Attributes of the span of an attempt, which ends with this exit. */
  const spanOf = (
    attributes: { readonly [name: string]: unknown },
    end: Exit.Exit<void, unknown>,
    name = "attempt"
  ) =>
    Effect.gen(function*() {
      const { spans, tracer } = recordingTracer()
      const program = Effect.gen(function*() {
        const observer = (yield* CallObserver)!
        const span = yield* Effect.currentSpan
        observer.call({ ...started, span })
        yield* Effect.exit(Effect.withSpan(end, name, { attributes }))
      }).pipe(Effect.withSpan("things.read"), Effect.orDie)
      yield* observing(
        layerConventions().pipe(Layer.provideMerge(Layer.succeed(Tracer.Tracer, tracer))),
        program
      )
      const { attributes: found, name: called, status } = spans[1]!
      return {
        name: called,
        ended: status._tag,
        resends: found.get("http.request.resend_count"),
        error: found.get("error.type"),
        port: found.get("server.port")
      }
    })

  it.effect("observe-4: the span of a request records the number of resends and the type of error", () =>
    Effect.gen(function*() {
      const status = "http.response.status_code"
      const kept = { name: "GET /things", ended: "Ended" as const, port: 443 }
      const results = [
        yield* spanOf({ attempt: 1 }, Exit.void),
        yield* spanOf({ attempt: 2, [status]: 500 }, Exit.void),
        yield* spanOf({ attempt: 3, [status]: 400 }, Exit.fail({ kind: "X" })),
        yield* spanOf({ attempt: 1, [status]: 399 }, Exit.fail({ kind: "X" })),
        yield* spanOf({ attempt: 1 }, Exit.fail("text")),
        yield* spanOf({ attempt: 1 }, Exit.die("defect")),
        yield* spanOf({ attempt: 1 }, Exit.failCause(Cause.interrupt(1)))
      ]

      assert.deepStrictEqual(results, [
        { ...kept, resends: undefined, error: undefined },
        { ...kept, resends: 1, error: undefined },
        { ...kept, resends: 2, error: "400" },
        { ...kept, resends: undefined, error: "X" },
        { ...kept, resends: undefined, error: "_OTHER" },
        { ...kept, resends: undefined, error: "_OTHER" },
        { ...kept, resends: undefined, error: "_OTHER" }
      ])
      assert.deepInclude(yield* spanOf({}, Exit.void, "another"), { name: "another", port: undefined })
    }))

  it.effect("observe-4: HttpConventions keeps the context of the tracer below", () =>
    Effect.gen(function*() {
      let entered = 0
      const native = recordingTracer().tracer
      const tracer = Tracer.make({
        ...native,
        context: (primitive, fiber) => {
          entered++
          return primitive["~effect/Effect/evaluate"](fiber)
        }
      })
      const layers = layerConventions().pipe(Layer.provideMerge(Layer.succeed(Tracer.Tracer, tracer)))

      const context = yield* Effect.provide(Tracer.Tracer, layers)
      const without = yield* Effect.provide(
        Tracer.Tracer,
        layerConventions().pipe(Layer.provideMerge(Layer.succeed(Tracer.Tracer, native)))
      )
      yield* Effect.withSpan(Effect.void, "own").pipe(Effect.provideService(Tracer.Tracer, context))

      assert.strictEqual(context.context, tracer.context)
      assert.isFalse("context" in without && without.context !== undefined)
      assert.isAbove(entered, 0)
    }))
})

describe("a watcher that throws", () => {
  it.effect("observe-2: if a watcher throws, the log states that the watched program isn't affected", () =>
    Effect.gen(function*() {
      const lines: Array<unknown> = []
      const loggers = new Set([Logger.make(({ message }) => void lines.push(message))])
      const fail = () => {
        throw new Error("from the watcher")
      }
      const point = watchPoint<{ readonly use: Effect.Effect<number> }, void>("Thrown")
      const context = yield* Effect.provideService(
        watched(point, () => ({ hooks: { use: fail } })),
        Logger.CurrentLoggers,
        loggers
      )
      const service = Context.get(context, point)!().around({ use: Effect.succeed(1) })

      assert.strictEqual(yield* service.use, 1)
      assert.deepStrictEqual(
        (lines as ReadonlyArray<ReadonlyArray<unknown>>).map(([text, error]) => [text, String(error)]),
        [["A watcher threw. The program that it watches isn't affected.", "Error: from the watcher"]]
      )
      assert.strictEqual(point.key, "latchkey/observe/Thrown")
    }))
})
