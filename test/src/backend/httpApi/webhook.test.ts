import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { assert, describe, it } from "@effect/vitest"
import * as ByteSize from "effect/ByteSize"
import * as Effect from "effect/Effect"
import { MaxBodySize } from "effect/http/HttpIncomingMessage"
import * as HttpServer from "effect/http/HttpServer"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as TestClock from "effect/testing/TestClock"
import { createServer } from "node:http"
import { Webhook } from "standardwebhooks"
import { webhook } from "../../../../src/backend/httpApi/index.ts"
import { countedBody } from "../../../support/platform/countedBody.ts"

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

const body = JSON.stringify({ type: "team.deleted", data: { id: "t1" } })

/** Reason for the rejection of a request. */
const reason = (request: HttpServerRequest.HttpServerRequest, options?: { readonly maxBodyBytes?: number }) =>
  webhook(secret, options).pipe(
    Effect.provideService(HttpServerRequest.HttpServerRequest, request),
    Effect.flip,
    Effect.map((error) => error._tag === "WebhookRejected" ? error.reason : error._tag)
  )

/** A webhook in the form that a handler receives. Its time is 0. */
const received = (headers: { readonly [name: string]: string } = {}, sent: BodyInit = body) =>
  HttpServerRequest.fromWeb(
    new Request("http://app.test/webhooks", {
      method: "POST",
      body: sent,
      duplex: "half",
      headers: {
        "webhook-id": "msg_1",
        "webhook-timestamp": "0",
        "webhook-signature": new Webhook(secret).sign("msg_1", new Date(0), body),
        ...headers
      }
    } as RequestInit)
  )

describe("webhook", () => {
  it.effect("the webhook middleware returns the event, and checks the timestamp by the program's clock", () =>
    Effect.gen(function*() {
      const request = received()
      yield* TestClock.adjust("5 minutes")

      const { event, id } = yield* Effect.provideService(webhook(secret), HttpServerRequest.HttpServerRequest, request)

      assert.strictEqual(id, "msg_1")
      assert.deepStrictEqual(event, { type: "team.deleted", data: { id: "t1" } })
    }))

  it.effect("the webhook middleware fails with a typed error if a request is forged, stale or already read", () =>
    Effect.gen(function*() {
      const used = new Request("http://app.test/webhooks", { method: "POST", body, headers: received().headers })
      yield* Effect.promise(() => used.text())

      assert.strictEqual(yield* reason(received({ "webhook-id": "msg_2" })), "signature")
      assert.strictEqual(yield* reason(HttpServerRequest.fromWeb(used)), "parsed-body")
      yield* TestClock.adjust("301 seconds")
      assert.strictEqual(yield* reason(received()), "too-old")
    }))

  it.effect("S4: the webhook middleware reads an endless body only slightly beyond the limit, and cancels it", () =>
    Effect.gen(function*() {
      const { cancelled, mebibytesRead, stream } = countedBody(600)

      assert.strictEqual(yield* reason(received({}, stream)), "too-large")
      assert.strictEqual(mebibytesRead(), 5)
      assert.isTrue(cancelled())
    }))

  it.effect("S4: the webhook middleware reads no body if the headers are missing, stale or announce too many bytes", () =>
    Effect.gen(function*() {
      yield* TestClock.adjust("1 hour")
      for (
        const [headers, why] of [
          [{ "webhook-signature": "" }, "missing-headers"],
          [{ "webhook-timestamp": "0" }, "too-old"],
          [{ "webhook-timestamp": "3600", "content-length": "629145600" }, "too-large"]
        ] as const
      ) {
        const { mebibytesRead, stream } = countedBody(600)

        assert.strictEqual(yield* reason(received(headers, stream)), why)
        assert.strictEqual(mebibytesRead(), 0, why)
      }
    }))

  it.effect("S4: the webhook middleware applies the smaller of maxBodyBytes and the program's MaxBodySize, even to a body that was already read", () =>
    Effect.gen(function*() {
      const limited = Effect.provideService(MaxBodySize, ByteSize.bytes(body.length - 1))
      const read = received()
      yield* read.arrayBuffer

      assert.strictEqual(yield* reason(received(), { maxBodyBytes: body.length - 1 }), "too-large")
      assert.strictEqual(yield* limited(reason(received())), "too-large")
      assert.strictEqual(yield* reason(read, { maxBodyBytes: body.length - 1 }), "too-large")
      assert.strictEqual(yield* reason(received(), { maxBodyBytes: Number.NaN }), "VerifierMisconfigured")
      for (const maxBodyBytes of [body.length, Infinity]) {
        const { id } = yield* Effect.provideService(
          webhook(secret, { maxBodyBytes }),
          HttpServerRequest.HttpServerRequest,
          received()
        )
        assert.strictEqual(id, "msg_1")
      }
    }))

  it.live("S4: the webhook middleware responds over a socket although the body never ends", () =>
    Effect.gen(function*() {
      const server = yield* HttpServer.HttpServer
      yield* server.serve(
        Effect.map(
          Effect.flip(webhook(secret, { toleranceSeconds: Infinity })),
          (error) => HttpServerResponse.text(error._tag === "WebhookRejected" ? error.reason : error._tag)
        )
      )
      const { headers } = received({ "content-type": "application/json" })
      const answer = yield* Effect.tryPromise(async (signal) => {
        const { stream } = countedBody(Infinity)
        const { port } = server.address as { readonly port: number }
        const response = await fetch(`http://127.0.0.1:${port}/webhooks`, {
          method: "POST",
          body: stream,
          duplex: "half",
          headers,
          signal
        } as RequestInit)
        return [response.status, await response.text()]
      })

      assert.deepStrictEqual(answer, [200, "too-large"])
    }).pipe(Effect.provide(NodeHttpServer.layer(createServer, { host: "127.0.0.1", port: 0 })), Effect.scoped))
})
