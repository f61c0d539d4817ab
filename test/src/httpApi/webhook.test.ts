import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as TestClock from "effect/testing/TestClock"
import { Webhook } from "standardwebhooks"
import { webhook } from "../../../src/httpApi.ts"

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

const body = JSON.stringify({ type: "team.deleted", data: { id: "t1" } })

/** A webhook that was sent at the beginning of time, as a handler gets it. */
const received = (headers: { readonly [name: string]: string } = {}) =>
  HttpServerRequest.fromWeb(
    new Request("http://app.test/webhooks", {
      method: "POST",
      body,
      headers: {
        "webhook-id": "msg_1",
        "webhook-timestamp": "0",
        "webhook-signature": new Webhook(secret).sign("msg_1", new Date(0), body),
        ...headers
      }
    })
  )

describe("webhook", () => {
  it.effect("tells what a webhook is about, by the program's clock", () =>
    Effect.gen(function*() {
      const request = received()
      yield* TestClock.adjust("5 minutes")

      const { event, id } = yield* Effect.provideService(webhook(secret), HttpServerRequest.HttpServerRequest, request)

      assert.strictEqual(id, "msg_1")
      assert.deepStrictEqual(event, { type: "team.deleted", data: { id: "t1" } })
    }))

  it.effect("fails with a typed error for what is forged, stale or read already", () =>
    Effect.gen(function*() {
      const reason = (request: HttpServerRequest.HttpServerRequest) =>
        webhook(secret).pipe(
          Effect.provideService(HttpServerRequest.HttpServerRequest, request),
          Effect.flip,
          Effect.map((error) => error._tag === "WebhookRejected" ? error.reason : error._tag)
        )
      const used = new Request("http://app.test/webhooks", { method: "POST", body })
      yield* Effect.promise(() => used.text())

      assert.strictEqual(yield* reason(received({ "webhook-id": "msg_2" })), "signature")
      assert.strictEqual(yield* reason(HttpServerRequest.fromWeb(used)), "parsed-body")
      yield* TestClock.adjust("301 seconds")
      assert.strictEqual(yield* reason(received()), "too-old")
    }))
})
