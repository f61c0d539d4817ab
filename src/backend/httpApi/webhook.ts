/** Webhooks for handlers on Effect. */
import * as ByteSize from "effect/ByteSize"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { MaxBodySize } from "effect/http/HttpIncomingMessage"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import type { SecretInput } from "../../../schemas/secrets.ts"
import { VerifierMisconfigured } from "../token/index.ts"
import {
  expected,
  refuseTooLarge,
  type VerifiedWebhook,
  type WebhookOptions,
  WebhookRejected,
  within
} from "../verify/index.ts"

/**
 * Returns the event of the current request, if one of the secrets signed it: `verifyWebhook` for the request that is
 * being handled. The body must be unread; a body whose connection broke counts as read. If the context has a
 * `MaxBodySize`, the smaller of `MaxBodySize` and `maxBodyBytes` applies.
 *
 * @example
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { HttpRouter, HttpServerResponse } from "effect/http"
 * import { webhook } from "latchkey/http-api"
 *
 * const received = webhook("whsec_c2VjcmV0IG9mIGEgd2ViaG9vaw==").pipe(
 *   Effect.map(({ event }) => HttpServerResponse.text(event.type)),
 *   Effect.catchTag("WebhookRejected", ({ reason }) => Effect.succeed(HttpServerResponse.text(reason, { status: 400 }))),
 *   Effect.orDie
 * )
 * const { handler } = HttpRouter.toWebHandler(HttpRouter.add("POST", "/webhook", received), { disableLogger: true })
 * console.log(await (await handler(new Request("http://localhost/webhook", { method: "POST" }))).text()) // missing-headers
 * ```
 */
export const webhook = Effect.fn("webhook")(function*(
  secret: SecretInput | ReadonlyArray<SecretInput>,
  options: Omit<WebhookOptions, "now"> = {}
): Effect.fn.Return<VerifiedWebhook, WebhookRejected | VerifierMisconfigured, HttpServerRequest.HttpServerRequest> {
  const request = yield* HttpServerRequest.HttpServerRequest
  const clock = yield* Clock.Clock
  const inReach = yield* MaxBodySize
  const now = () => clock.currentTimeMillisUnsafe()
  const { maxBodyBytes, verify } = yield* checked(() => expected(request.headers, secret, { ...options, now }))
  const maxBytes = Math.min(maxBodyBytes, inReach === undefined ? Infinity : Number(inReach))
  yield* checked(async () => refuseTooLarge(request.headers, maxBytes))
  const body = yield* request.arrayBuffer.pipe(
    Effect.provideService(MaxBodySize, Number.isFinite(maxBytes) ? ByteSize.bytes(Math.floor(maxBytes)) : undefined),
    Effect.mapError(({ reason }) => {
      const tooLarge = reason._tag === "RequestParseError" && reason.reason === "BodyTooLarge"
      return new WebhookRejected(tooLarge ? "too-large" : "parsed-body")
    })
  )
  return yield* checked(async () => verify(within(new Uint8Array(body), maxBytes)))
})

const checked = <A>(check: () => Promise<A>): Effect.Effect<A, WebhookRejected | VerifierMisconfigured> =>
  Effect.tryPromise({ try: check, catch: (error) => error as WebhookRejected | VerifierMisconfigured })
