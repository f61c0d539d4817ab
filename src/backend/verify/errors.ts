/** Errors of rejected requests and webhooks. */
import { PlainError } from "../token/index.ts"

/**
 * Too many recent requests had credentials that the platform rejected, so this request was not checked on the platform.
 * No user is signed out.
 *
 * @status 503
 * @cause A client tries made-up API keys or refresh tokens.
 * @cause More users than the limit return at the same time, before the platform has verified their credentials.
 * @fix Respond with 503 and `Retry-After`, as the adapters do.
 * @fix Raise the limit with the option `unverified`, and count requests by `clientAddress`.
 */
export class UnverifiedLimitReached extends PlainError<"UnverifiedLimitReached", {
  readonly limitOf: "address" | "process"
  readonly retryAfterMillis: number
}> {
  /** Scope of the limit: the client's address, or the whole process. */
  declare readonly limitOf: "address" | "process"
  /** Milliseconds until the next request is allowed. */
  declare readonly retryAfterMillis: number

  constructor(limitOf: "address" | "process", retryAfterMillis: number) {
    super(
      "UnverifiedLimitReached",
      { limitOf, retryAfterMillis },
      `The request was not authenticated, because ${
        limitOf === "address" ? "its address" : "this process"
      } has reached the limit for unverified credentials. Try again in ${
        Math.ceil(retryAfterMillis / 1000)
      } s; the option unverified sets the limit.`
    )
  }
}

/** Reason why a webhook is invalid. */
export type WebhookFault =
  | "missing-headers"
  | "timestamp"
  | "too-old"
  | "too-new"
  | "signature"
  | "parsed-body"
  | "too-large"
  | "contents"

const webhookSentences: { readonly [Fault in WebhookFault]: string } = {
  "missing-headers":
    "It lacks webhook-id, webhook-timestamp and webhook-signature, or the same headers with the prefix svix-. The "
    + "sender does not sign its requests, or a proxy removed the headers.",
  timestamp: "Its timestamp is not a number of seconds. Reject the request.",
  "too-old": "It was sent too long ago, so it may be a replay. Also check this machine's clock.",
  "too-new": "Its timestamp is in the future. Check this machine's clock.",
  signature:
    "No signature matches. Compare the secret with the endpoint's (whsec_…), and pass the raw body: parsing and "
    + "serializing it again changes it.",
  "parsed-body":
    "Its body was already read or parsed, but the signature is over the raw bytes. Verify before any body parser, or "
    + "pass the raw text or bytes: express.raw({ type: \"*/*\" }) keeps them in request.body.",
  "too-large": "Its body is larger than maxBodyBytes allows. Raise it if the endpoint receives such bodies.",
  contents:
    "The signature is valid, but the body is not a valid event of the platform. Update latchkey, or check what else "
    + "posts to this endpoint."
}

/**
 * The webhook is invalid. `reason` identifies the problem, and `message` gives the next step. With the reason
 * `contents`, the signature is valid but the body is not an event.
 *
 * @cause The body was parsed before it was verified.
 * @cause The secret belongs to another endpoint.
 * @cause The clock of this machine is wrong, or the request is a replay of an earlier one.
 * @fix Pass the raw body and the secret that the dashboard shows for this endpoint, and respond with 400.
 */
export class WebhookRejected extends PlainError<"WebhookRejected", { readonly reason: WebhookFault }> {
  declare readonly reason: WebhookFault

  constructor(reason: WebhookFault) {
    super("WebhookRejected", { reason }, `The webhook was not accepted. ${webhookSentences[reason]}`)
  }
}
