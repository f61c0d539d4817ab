/** Webhooks, for handlers on Effect. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import type { SecretInput } from "../../schemas/fields.ts"
import { VerifierMisconfigured, WebhookRejected } from "../verify/errors.ts"
import { type VerifiedWebhook, verifyWebhook, type WebhookOptions } from "../verify/webhook.ts"

/**
 * The event that the request tells of, if one of the secrets signed it: `verifyWebhook` over the request that is being
 * answered. Its body must not have been read before; one that breaks off counts as read.
 */
export const webhook = Effect.fn("webhook")(function*(
  secret: SecretInput | ReadonlyArray<SecretInput>,
  options: Omit<WebhookOptions, "now"> = {}
): Effect.fn.Return<VerifiedWebhook, WebhookRejected | VerifierMisconfigured, HttpServerRequest.HttpServerRequest> {
  const request = yield* HttpServerRequest.HttpServerRequest
  const clock = yield* Clock.Clock
  const now = () => clock.currentTimeMillisUnsafe()
  const body = yield* Effect.mapError(request.arrayBuffer, () => new WebhookRejected("parsed-body"))
  return yield* Effect.tryPromise({
    try: () => verifyWebhook({ headers: request.headers, body: new Uint8Array(body) }, secret, { ...options, now }),
    catch: (error) => error as WebhookRejected | VerifierMisconfigured
  })
})
