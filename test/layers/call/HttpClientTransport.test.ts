import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientError from "effect/http/HttpClientError"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Tracer from "effect/Tracer"
import * as util from "node:util"
import { MaxResponseBytes, Transport } from "../../../layers/call/Transport.ts"
import * as HttpClientTransport from "../../../layers/HttpClientTransport.ts"
import {
  type CallError,
  HttpFailure,
  RedirectRefused,
  ResponseTooLarge,
  UserNotFound
} from "../../../schemas/errors/index.ts"
import { failureOf, settled } from "../../support/contract/calls.ts"
import { read, thing, write } from "../../support/contract/endpoints.ts"
import { signedIn, signedOut } from "../../support/contract/project.ts"
import { chunks } from "../../support/platform/scriptedFetch.ts"
import { recordingTracer } from "../../support/suite/spans.ts"

type Reason = HttpClientError.HttpClientErrorReason

/** An `HttpClient` that returns the response or fails with the reason from `respond`. */
const fake = (respond: (request: HttpClientRequest.HttpClientRequest) => Response | Reason) => {
  const requests: Array<HttpClientRequest.HttpClientRequest> = []
  const client = HttpClient.make((request) => {
    requests.push(request)
    const given = respond(request)
    return given instanceof Response
      ? Effect.succeed(HttpClientResponse.fromWeb(request, given))
      : Effect.fail(new HttpClientError.HttpClientError({ reason: given }))
  })
  return { client, layer: over(client), requests }
}

const over = (client: HttpClient.HttpClient): Layer.Layer<Transport> =>
  Layer.provide(HttpClientTransport.layer(), Layer.succeed(HttpClient.HttpClient, client))

const ok = () => new Response(JSON.stringify(thing), { headers: { "content-type": "application/json" } })

const transportError = (cause?: unknown) => (request: HttpClientRequest.HttpClientRequest): Reason =>
  new HttpClientError.TransportError({ request, cause, ...(cause === undefined ? { description: "no route" } : {}) })

const reasonOf = (exit: Exit.Exit<unknown, unknown>) => (failureOf(exit) as CallError).reason

describe("HttpClientTransport.layer", () => {
  it.effect("HttpClientTransport sends calls over the provided HttpClient", () =>
    Effect.gen(function*() {
      const { layer, requests } = fake(ok)
      const exit = yield* settled(write({ secret: Redacted.make("s") }), layer)

      assert.isTrue(exit._tag === "Success")
      assert.deepStrictEqual([requests[0]!.method, requests[0]!.url], ["POST", "https://api.test/api/v1/things"])
      assert.strictEqual(requests[0]!.headers["content-type"], "application/json")
      assert.strictEqual(requests[0]!.headers["x-stack-access-type"], "client")
    }))

  it.effect("HttpClientTransport reads the headers and the actual status of a response", () =>
    Effect.gen(function*() {
      const { layer } = fake(() =>
        new Response("{\"code\":\"USER_NOT_FOUND\",\"error\":\"no\"}", {
          headers: { "x-stack-known-error": "USER_NOT_FOUND", "x-stack-actual-status": "404" }
        })
      )

      assert.instanceOf(failureOf(yield* settled(read(), layer)), UserNotFound)
    }))

  it.effect("HttpClientTransport doesn't create the spans that Effect's HttpClient would create", () =>
    Effect.gen(function*() {
      const { spans, tracer } = recordingTracer()
      yield* settled(read(), fake(ok).layer, signedIn()).pipe(Effect.provideService(Tracer.Tracer, tracer))

      assert.deepStrictEqual(spans.map(({ name }) => name), ["things.read", "attempt"])
    }))

  it.effect("HttpClientTransport adds no trace headers", () =>
    Effect.gen(function*() {
      const { layer, requests } = fake(ok)
      yield* settled(read(), layer).pipe(Effect.withSpan("own"))

      for (const name of ["traceparent", "b3"]) assert.notProperty(requests[0]!.headers, name)
    }))

  it.effect("HttpClientTransport reveals nothing about the request in a failure", () =>
    Effect.gen(function*() {
      const { layer, requests } = fake(transportError(new TypeError("fetch failed", { cause: { code: "ECONNRESET" } })))
      const exit = yield* settled(write({ secret: Redacted.make("canary") }), layer, signedIn())

      const shown = util.inspect(exit, { depth: Infinity, showHidden: true }) + JSON.stringify(exit)
        + Cause.pretty((exit as Exit.Failure<unknown, unknown>).cause)
      const reason = reasonOf(exit)
      assert.strictEqual(reason._tag === "ConnectionFailed" && reason.fault, "TypeError: fetch failed (ECONNRESET)")
      assert.notInclude(shown, "HttpClientError")
      assert.notInclude(shown, "canary")
      for (const value of Object.values(requests[0]!.headers).filter((value) => value.length > 10)) {
        assert.notInclude(shown, value)
      }
    }))

  it.effect("HttpClientTransport sends a lost POST once and a lost GET five times", () =>
    Effect.gen(function*() {
      const [post, get] = [fake(transportError(new Error("socket hang up"))), fake(transportError())]
      const posted = reasonOf(yield* settled(write(), post.layer))
      const got = reasonOf(yield* settled(read(), get.layer))

      assert.deepStrictEqual([post.requests.length, get.requests.length], [1, 5])
      assert.strictEqual(posted._tag === "ConnectionFailed" && posted.fault, "Error: socket hang up")
      assert.strictEqual(got._tag === "ConnectionFailed" && got.fault, "TransportError: no route")
    }))

  it.effect("A3: HttpClientTransport reports a body that breaks off as TransportError", () =>
    Effect.gen(function*() {
      const { layer, requests } = fake(() => new Response(chunks([new Uint8Array([123])], "breaks")))

      assert.strictEqual(reasonOf(yield* settled(read(), layer))._tag, "ConnectionFailed")
      assert.strictEqual(requests.length, 5)
    }))

  it.effect("A5: HttpClientTransport cuts off a response beyond the size limit", () =>
    Effect.gen(function*() {
      const { layer } = fake(() =>
        new Response(chunks(Array.from({ length: 10 }, () => new Uint8Array(100)), "stalls"))
      )
      const exit = yield* settled(read(), layer).pipe(Effect.provideService(MaxResponseBytes, 999))

      assert.instanceOf(reasonOf(exit), ResponseTooLarge)
    }))

  it.effect("A9: HttpClientTransport rejects redirects to another origin, which the client's own fetch would follow", () =>
    Effect.gen(function*() {
      const seen: Array<RequestInit | undefined> = []
      const client = Layer.provide(
        FetchHttpClient.layer,
        Layer.succeed(FetchHttpClient.Fetch, async (_url, init) => {
          seen.push(init)
          return new Response(null, { status: 302, headers: { location: "https://elsewhere.test" } })
        })
      )
      const exit = yield* settled(read(), Layer.provide(HttpClientTransport.layer(), client))

      assert.deepStrictEqual(reasonOf(exit), new RedirectRefused({ status: 302, origin: undefined }))
      assert.deepInclude(seen[0], { redirect: "manual", credentials: "omit", cache: "no-store" })
    }))

  it.effect("HttpClientTransport reads the response even if the client fails for error statuses", () =>
    Effect.gen(function*() {
      const { client } = fake(() => new Response("no", { status: 403 }))
      const reason = reasonOf(yield* settled(read(), over(HttpClient.filterStatusOk(client))))

      assert.instanceOf(reason, HttpFailure)
      assert.deepStrictEqual([reason.status, reason.text], [403, "no"])
    }))

  it.effect("A1: HttpClientTransport aborts the client's request when a call is interrupted", () =>
    Effect.gen(function*() {
      let aborted = false
      const client = HttpClient.make((_request, _url, signal) => {
        signal.addEventListener("abort", () => aborted = true)
        return Effect.never
      })
      const fiber = yield* Effect.forkChild(Effect.provide(read(), Layer.provide(signedOut, over(client))), {
        startImmediately: true
      })
      yield* Effect.yieldNow

      yield* Fiber.interrupt(fiber)

      assert.isTrue(aborted)
    }))

  it.effect("A13: HttpClientTransport reports an invalid URL as ConnectionFailed without retrying", () =>
    Effect.gen(function*() {
      const { layer, requests } = fake((request) =>
        new HttpClientError.InvalidUrlError({ request, cause: new TypeError("Invalid URL") })
      )
      const reason = reasonOf(yield* settled(read(), layer))

      assert.strictEqual(reason._tag === "ConnectionFailed" && reason.fault, "TypeError: Invalid URL")
      assert.strictEqual(requests.length, 1)
    }))
})
