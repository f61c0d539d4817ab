import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Tracer from "effect/Tracer"
import { layer as layerConventions } from "../../../layers/observe/httpConventions.ts"
import { settled } from "../../support/contract/calls.ts"
import * as things from "../../support/contract/endpoints.ts"
import { json, lost, scriptedTransport, tooMany } from "../../support/platform/scriptedTransport.ts"
import { recordingTracer } from "../../support/suite/spans.ts"

/** Runs a program with the conventions over a tracer, with its own metrics. */
const conventional = <A, E, R>(program: Effect.Effect<A, E, R>) => {
  const { spans, tracer } = recordingTracer()
  return program.pipe(
    Effect.andThen(Effect.map(Metric.snapshot, (metrics) => ({ metrics, spans }))),
    Effect.provide(layerConventions().pipe(Layer.provideMerge(Layer.succeed(Tracer.Tracer, tracer)))),
    Effect.provideService(Metric.MetricRegistry, new Map())
  )
}

const named = (metrics: ReadonlyArray<Metric.Metric.Snapshot>) =>
  metrics.filter(({ id }) => id === "http.client.request.duration").map(({ attributes }) => attributes)

describe("HttpConventions.layer", () => {
  it.effect("observe-4: each request is recorded as a span and a measurement with OpenTelemetry's names", () =>
    Effect.gen(function*() {
      const { layer } = scriptedTransport(tooMany("3"), lost, json(things.thing))
      const { metrics, spans } = yield* conventional(settled(things.read(), layer))
      const request = spans.filter(({ name }) => name === "GET /things")
      const common = {
        "http.request.method": "GET",
        "url.template": "/things",
        "server.address": "api.test",
        "server.port": 443
      }

      assert.deepStrictEqual(spans.map(({ kind, name }) => [name, kind]), [
        ["things.read", "client"],
        ["GET /things", "client"],
        ["GET /things", "client"],
        ["GET /things", "client"]
      ])
      assert.deepStrictEqual(
        request.map(({ attributes }) =>
          Object.fromEntries([...attributes].filter(([name]) => !/^(?:attempt|wait\..*|error\.code)$/.test(name)))
        ),
        [
          { ...common, "http.response.status_code": 429, "error.type": "429" },
          { ...common, "http.request.resend_count": 1, "error.type": "ConnectionFailed" },
          { ...common, "http.request.resend_count": 2, "http.response.status_code": 200 }
        ]
      )
      assert.deepStrictEqual(
        named(metrics).map((attributes) => [
          attributes?.["http.response.status_code"],
          attributes?.["error.type"],
          attributes?.["server.address"],
          attributes?.["server.port"]
        ]),
        [
          ["429", "429", "api.test", "443"],
          [undefined, "_OTHER", "api.test", "443"],
          ["200", undefined, "api.test", "443"]
        ]
      )
    }))

  it.effect("observe-4: other spans keep their names, including spans named attempt", () =>
    Effect.gen(function*() {
      const own = Effect.void.pipe(Effect.withSpan("attempt"), Effect.withSpan("own"))
      const { spans } = yield* conventional(own)

      assert.deepStrictEqual(spans.map(({ name }) => name), ["own", "attempt"])
    }))
})
