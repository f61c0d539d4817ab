import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import * as Schema from "effect/Schema"
import { Diagnostics } from "../../../layers/call/Diagnostics.ts"
import { gateDefaults, make as makeGate, RateLimitGate } from "../../../layers/call/RateLimitGate.ts"
import { make as makePolicy, RetryPolicy } from "../../../layers/call/RetryPolicy.ts"
import { type Fetch, layerFetch, MaxResponseBytes, Transport } from "../../../layers/call/Transport.ts"
import { CallObserver } from "../../../layers/observe/CallObserver.ts"
import { virtualTime } from "../../../src/testing/simulate/virtualTime.ts"
import { read, remove, thing, write } from "../../support/contract/endpoints.ts"
import { accessToken, signedIn } from "../../support/contract/project.ts"
import { chunks } from "../../support/platform/scriptedFetch.ts"
import { runs } from "../../support/suite/properties.ts"
import { recordingTracer } from "../../support/suite/spans.ts"

const json = (body: unknown, headers: Record<string, string> = {}, status = 200) =>
  new Response(JSON.stringify(body), { status, headers })

const refusal = (code: string) =>
  json({ code, error: "Refused.", details: {} }, { "x-stack-known-error": code, "x-stack-actual-status": "400" })

const tokens = { access_token: accessToken({ exp: 9000 }), refresh_token: "r".repeat(45), token_type: "Bearer" }

const responses = {
  "thing": () => json(thing),
  "success": () => json({ success: true }),
  "user not found": () => refusal("USER_NOT_FOUND"),
  "token expired": () => refusal("ACCESS_TOKEN_EXPIRED"),
  "429": () => new Response(null, { status: 429 }),
  "429 for 3 s": () => new Response(null, { status: 429, headers: { "retry-after": "3" } }),
  "500": () => new Response("Internal error", { status: 500 }),
  "HTML": () => new Response("<html></html>"),
  "too large": () => json({ name: "x".repeat(2000) }),
  "redirect": () => new Response(null, { status: 307, headers: { location: "/moved" } }),
  "redirect elsewhere": () => new Response(null, { status: 302, headers: { location: "https://other.test/" } }),
  "body stalls": () => new Response(chunks([new TextEncoder().encode("{")], "stalls")),
  "body breaks": () => new Response(chunks([new TextEncoder().encode("{")], "breaks")),
  "lost": () => {
    throw new TypeError("fetch failed")
  },
  "not a response": () => ({} as Response)
}

/** Longer than any test runs, in milliseconds. */
const never = 1e9

/** What a script does with one request. With `deaf`, it ignores the abort of the request. */
const AnyResponse = Schema.Struct({
  response: Schema.Literals(Object.keys(responses) as Array<keyof typeof responses>),
  millis: Schema.Literals([0, 700, 1999, 2000, 2001, 5000, never]),
  deaf: Schema.Boolean
})

const calls = { GET: () => read(), POST: () => write({}), DELETE: () => remove({ id: "1" }) }

const AnyScript = Schema.Struct({
  responses: Schema.Array(AnyResponse).check(Schema.isMinLength(1), Schema.isMaxLength(8)),
  calls: Schema.Array(Schema.Literals(["GET", "POST", "DELETE"])).check(Schema.isMinLength(1), Schema.isMaxLength(3)),
  interruptedAfter: Schema.Literals([never, 0, 500, 2000, 2700])
})

const policy = makePolicy({ attempts: 3, perAttempt: "2 seconds" })

/** Each way to make the same calls. */
const paths = {
  "the short path": (self: Effect.Effect<unknown, unknown>) => self,
  "a tracer": (self: Effect.Effect<unknown, unknown>) => Effect.withTracer(self, recordingTracer().tracer),
  "an observer": (self: Effect.Effect<unknown, unknown>) =>
    Effect.provideService(self, CallObserver, {
      call: () => ({ attempt: () => ({ status: () => {}, ended: () => {} }), ended: () => {} })
    })
}

/** A transport that doesn't limit its own time. */
const withoutOwnLimit = (layer: Layer.Layer<Transport>): Layer.Layer<Transport> =>
  Layer.effect(
    Transport,
    Effect.map(Transport, ({ send, ...rest }) => ({
      ...rest,
      send: (request, ...more) => Effect.suspend(() => send(request, ...more))
    }))
  ).pipe(Layer.provide(layer))

/** Waits until promises and fibers wait for timers only. */
const atRest = Effect.repeat(Effect.promise(() => new Promise((resolve) => setImmediate(resolve))), { times: 3 })

const play = (
  script: typeof AnyScript.Type,
  path: (self: Effect.Effect<unknown, unknown>) => Effect.Effect<unknown, unknown>,
  wrapped: (layer: Layer.Layer<Transport>) => Layer.Layer<Transport>
) =>
  Effect.gen(function*() {
    const time = virtualTime(1_000, atRest)
    const requests: Array<unknown> = []
    const fetch: Fetch = async (url, { body, headers, method, signal }) => {
      const { "x-stack-random-nonce": nonce, ...sent } = headers as Record<string, string>
      requests.push({ at: time.now(), url, method, body, sent, nonce: nonce!.length })
      if (url.endsWith("/auth/oauth/token")) return json(tokens)
      const { deaf, millis, response } = script.responses[Math.min(requests.length, script.responses.length) - 1]!
      await Promise.race([
        Effect.runPromise(time.sleep(millis)),
        new Promise((_, reject) =>
          deaf || signal!.addEventListener("abort", () => {
            requests.push({ at: time.now(), aborted: url })
            reject(signal!.reason)
          })
        )
      ])
      return responses[response]()
    }
    const results: Array<unknown> = []
    const program = Effect.forEach(script.calls, (method) =>
      path(calls[method]() as Effect.Effect<unknown, unknown>).pipe(
        Effect.onExit((exit) =>
          Effect.sync(() => results.push({ at: time.now(), exit: shown(exit) }))
        ),
        Effect.exit
      ), { discard: true })
    const fiber = yield* program.pipe(
      Effect.provide(signedIn().pipe(Layer.provide(wrapped(layerFetch({ fetch }))))),
      Effect.provideService(Diagnostics, []),
      Effect.provideService(MaxResponseBytes, 1000),
      Effect.provideService(RetryPolicy, policy),
      Effect.provideService(RateLimitGate, makeGate(gateDefaults)),
      Effect.provideService(Random.Random, {
        nextIntUnsafe: () =>
          1,
        nextDoubleUnsafe: () => 0.5
      }),
      Effect.provideService(Clock.Clock, time.clock),
      Effect.forkChild
    )
    if (script.interruptedAfter < never) {
      yield* Effect.forkChild(Effect.andThen(time.sleep(script.interruptedAfter), Fiber.interrupt(fiber)))
    }
    yield* atRest
    while (fiber.pollUnsafe() === undefined && time.timers() > 0) yield* time.pass(time.next())
    const ended = fiber.pollUnsafe() !== undefined
    yield* Fiber.interrupt(fiber)
    return { requests, results, ended }
  })

const shown = (exit: Exit.Exit<unknown, unknown>): unknown =>
  Exit.isSuccess(exit) ? exit.value : Cause.hasInterrupts(exit.cause) ? "interrupted" : JSON.stringify(exit.cause)

describe("the short path of a call", () => {
  it.effect.prop(
    "call-1: a call has the same result, error, requests and times on its short path as with a tracer, an observer or another transport",
    { script: AnyScript },
    ({ script }) =>
      Effect.gen(function*() {
        const short = yield* play(script, paths["the short path"], (layer) => layer)
        assert.isTrue(short.ended)
        for (const [name, path] of Object.entries(paths)) {
          assert.deepStrictEqual(yield* play(script, path, withoutOwnLimit), short, `${name}, another transport`)
          assert.deepStrictEqual(yield* play(script, path, (layer) => layer), short, name)
        }
      }),
    { arbitrary: { runs: runs(40) } }
  )
})
