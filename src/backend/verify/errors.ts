/** Why a request or a webhook was not believed, and what to do about it. */
import { PlainError } from "../token/index.ts"

/**
 * Too many requests with credentials that the platform refused came lately, so the platform was not asked about this
 * one. No user is signed out by that.
 *
 * @status 503
 * @cause A client tries made-up API keys or refresh tokens.
 * @cause More people than the limit come back in the same moment, and the platform has not answered about them yet.
 * @fix Answer 503 with `Retry-After`, as the adapters do.
 * @fix Raise the limit with the option `unverified`, and let it count by `clientAddress`.
 */
export class UnverifiedLimitReached extends PlainError<"UnverifiedLimitReached", {
  readonly limitOf: "address" | "process"
  readonly retryAfterMillis: number
}> {
  /** Whose limit it is: that of the client's address, or that of this process for all. */
  declare readonly limitOf: "address" | "process"
  /** When there is room for one more. */
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

/** What is wrong with a webhook. */
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
 * A webhook that must not be believed; `contents` is one that was signed and cannot be read. `reason` says what is
 * wrong, and the message what to do.
 *
 * @cause The body was parsed before it was verified.
 * @cause The secret is that of another endpoint.
 * @cause The clock of this machine is wrong, or somebody replays an old request.
 * @fix Give the raw body and the secret that the dashboard shows for this endpoint, and answer 400.
 */
export class WebhookRejected extends PlainError<"WebhookRejected", { readonly reason: WebhookFault }> {
  declare readonly reason: WebhookFault

  constructor(reason: WebhookFault) {
    super("WebhookRejected", { reason }, `The webhook was not accepted. ${webhookSentences[reason]}`)
  }
}
