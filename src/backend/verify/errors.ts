/** Errors of rejected requests and webhooks. */
import { PlainError } from "../token/index.ts"

/**
 * Too many recent requests had credentials that the platform rejected, so this request was not checked on the platform.
 * No user is signed out.
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
      `Who sends the request was not looked up, because ${
        limitOf === "address" ? "its address" : "this process"
      } has used up its requests for credentials that nobody has verified. Try again in ${
        Math.ceil(retryAfterMillis / 1000)
      } s; how many there may be is up to the option unverified.`
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
    "It needs webhook-id, webhook-timestamp and webhook-signature, or the same under svix-. Whoever sent "
    + "it does not sign; a proxy may also have taken them away.",
  timestamp: "Its timestamp is not a number of seconds. Refuse the request.",
  "too-old": "It was sent too long ago. It may be a replay; compare this machine's clock too.",
  "too-new": "It claims to come from the future. Compare this machine's clock.",
  signature:
    "No signature fits. Compare the secret with the endpoint's (whsec_…), and give the body as it came: parsing it "
    + "and writing it again changes it.",
  "parsed-body":
    "Its body was read or parsed already, and the signature is over the bytes as they came. Verify before any "
    + "body parser, or give the raw text or bytes: express.raw({ type: \"*/*\" }) keeps them in request.body.",
  "too-large": "Its body is larger than maxBodyBytes allows. Raise that if the endpoint is meant to get such bodies.",
  contents:
    "The signature fits, but the body is no event of the platform, or lacks something of one. Update latchkey, or "
    + "check what else posts to this endpoint."
}

/**
 * The webhook is invalid. `reason` has the problem, and `message` the next step. With the reason `contents`, the
 * signature is valid but the body is not an event.
 */
export class WebhookRejected extends PlainError<"WebhookRejected", { readonly reason: WebhookFault }> {
  declare readonly reason: WebhookFault

  constructor(reason: WebhookFault) {
    super("WebhookRejected", { reason }, `The webhook was not accepted. ${webhookSentences[reason]}`)
  }
}
