/**
 * Verification of webhooks. Standard Webhooks 1.0, with its own header names and those of the vendor Svix; docs/laws.md
 * L.
 *
 * The library of Standard Webhooks fixes the clock and the tolerance, and accepts only text. This implementation
 * verifies the raw bytes, and compares in constant time with WebCrypto. A test compares both implementations.
 */
import { bytesOf, chunksOf, decodeUtf8, joined, readBytes } from "../../../layers/call/index.ts"
import { headerOf, type HeadersLike } from "../../../layers/session/index.ts"
import type { WebhookEvent } from "../../../schemas/entities/Webhook.ts"
import type { SecretInput } from "../../../schemas/secrets.ts"
import { machineClock, type Now, subtleCrypto, VerifierMisconfigured } from "../token/index.ts"
import { WebhookRejected } from "./errors.ts"

/**
 * A web or Node request with an unread body, or headers and raw body where a framework has already read the body. A
 * parsed body can't be verified.
 */
export type WebhookRequest = Request | NodeWebhookRequest | {
  readonly headers: HeadersLike
  /** The raw body, unchanged. */
  readonly body: string | Uint8Array
}

/** The part of Node's `IncomingMessage` that verification uses. */
export interface NodeWebhookRequest {
  readonly headers: HeadersLike
  readonly readableDidRead: boolean
  readonly iterator: (options: { readonly destroyOnReturn: boolean }) => AsyncIterator<unknown>
}

/** Options for webhook verification. */
export interface WebhookOptions {
  /**
   * Maximum difference in seconds between the timestamp and the current time, in either direction. @default 300
   * (Standard Webhooks)
   */
  readonly toleranceSeconds?: number | undefined
  /** Maximum size of a body in bytes. Reading stops shortly after this size. @default 5,000,000 */
  readonly maxBodyBytes?: number | undefined
  /** Clock, in milliseconds since the epoch. @default the machine's clock */
  readonly now?: Now | undefined
}

/** A webhook with a valid signature of the platform's vendor. */
export interface VerifiedWebhook {
  /** Id of the event, the same in every delivery attempt. Store it to process each event only once. */
  readonly id: string
  /** Time of this delivery attempt. */
  readonly sentAt: Date
  /** The event. Events that later platforms add have the type `unknown`. */
  readonly event: WebhookEvent
}

/**
 * Returns the event of a webhook if one of the secrets signed it. Pass the old and the new secret during a rotation. A
 * webhook that is unsigned, too old, or too long according to its headers is rejected before its body is read.
 *
 * Rejects with `WebhookRejected`, or with `VerifierMisconfigured` for an invalid secret or option, and with nothing
 * else.
 *
 * @example
 * ```ts
 * import { verifyWebhook, WebhookRejected } from "latchkey/verify"
 *
 * const secret = `whsec_${btoa("a secret of at least twenty-four bytes")}`
 * const unsigned = new Request("http://localhost/webhooks", { method: "POST", body: "{}" })
 * const event = await verifyWebhook(unsigned, secret).catch((error: unknown) => error)
 * console.log(event instanceof WebhookRejected) // true
 * ```
 */
export const verifyWebhook = async (
  request: WebhookRequest,
  secret: SecretInput | ReadonlyArray<SecretInput>,
  options: WebhookOptions = {}
): Promise<VerifiedWebhook> => {
  const { maxBodyBytes, verify } = await expected(request?.headers, secret, options)
  return verify(await rawBody(request, maxBodyBytes))
}

/** Checks the headers of a webhook before its body is read. Rejects as `verifyWebhook` does. */
export const expected = async (
  headers: unknown,
  secret: SecretInput | ReadonlyArray<SecretInput>,
  { maxBodyBytes = 5_000_000, now = machineClock, toleranceSeconds = 300 }: WebhookOptions
): Promise<{
  readonly maxBodyBytes: number
  readonly verify: (body: Uint8Array) => Promise<VerifiedWebhook>
}> => {
  if (!(toleranceSeconds >= 0)) {
    throw new VerifierMisconfigured("toleranceSeconds", "is not a number of seconds", "Omit it to use 300.")
  }
  if (!(maxBodyBytes >= 0)) {
    throw new VerifierMisconfigured("maxBodyBytes", "is not a number of bytes", "Omit it to use 5,000,000.")
  }
  // loaded here, because verifying tokens must not load Effect
  const { eventOf, secretText } = await import("./webhookContract.ts")
  const keys = await Promise.all(secretsIn(secret).map((each) => keyOf(secretText(each))))
  const { id, signatures, timestamp } = signedHeaders(headers)
  const sentAt = /^\d{1,11}$/.test(timestamp) ? Number(timestamp) : Number.NaN
  if (Number.isNaN(sentAt)) throw new WebhookRejected("timestamp")
  const age = Math.floor(now() / 1000) - sentAt
  if (age > toleranceSeconds) throw new WebhookRejected("too-old")
  if (-age > toleranceSeconds) throw new WebhookRejected("too-new")
  return {
    maxBodyBytes,
    verify: async (body) => {
      const signed = joined([new TextEncoder().encode(`${id}.${timestamp}.`), body])
      if (!await isSigned(signed, signatures, keys)) throw new WebhookRejected("signature")
      return { id, sentAt: new Date(sentAt * 1000), event: eventOf(jsonIn(body)) }
    }
  }
}

/** Rejects a body whose `Content-Length` is too large, before reading it. */
export const refuseTooLarge = (headers: unknown, maxBytes: number): void => {
  if (Number(header(headers, "content-length")) > maxBytes) throw new WebhookRejected("too-large")
}

// --- the secret ---

const secretsIn = (secret: SecretInput | ReadonlyArray<SecretInput>): ReadonlyArray<unknown> => {
  const secrets: ReadonlyArray<unknown> = Array.isArray(secret) ? secret : [secret]
  if (secrets.length === 0) throw unusable("is missing")
  return secrets
}

const unusable = (problem: string): VerifierMisconfigured =>
  new VerifierMisconfigured("secret", problem, "Copy it from the webhook's endpoint: whsec_ followed by base64.")

const keyOf = async (secret: unknown): Promise<CryptoKey> => {
  const bytes = typeof secret === "string" ? fromBase64(secret.replace(/^whsec_/, "")) : undefined
  if (bytes === undefined || bytes.length === 0) throw unusable("is not a webhook secret")
  return subtleCrypto().importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"])
}

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
  } catch {
    return undefined
  }
}

// --- the headers ---

interface SignedHeaders {
  readonly id: string
  readonly timestamp: string
  readonly signatures: string
}

const signedHeaders = (headers: unknown): SignedHeaders => {
  for (const prefix of ["webhook", "svix"]) {
    const [id, timestamp, signatures] = ["id", "timestamp", "signature"].map((name) =>
      header(headers, `${prefix}-${name}`)
    )
    if (id && timestamp && signatures) return { id, timestamp, signatures }
  }
  throw new WebhookRejected("missing-headers")
}

const header = (headers: unknown, name: string): string | undefined =>
  typeof headers === "object" && headers !== null ? headerOf(headers as HeadersLike, name) : undefined

// --- the body ---

const rawBody = async (request: WebhookRequest, maxBytes: number): Promise<Uint8Array> => {
  const body: unknown = "body" in request ? request.body : undefined
  if (typeof body === "string") return within(new TextEncoder().encode(body), maxBytes)
  const bytes = bytesOf(body)
  if (bytes !== undefined) return within(bytes, maxBytes)
  if (isRead(request, body)) throw new WebhookRejected("parsed-body")
  refuseTooLarge(request.headers, maxBytes)
  let read: Uint8Array | undefined
  try {
    read = await readBytes(chunksIn(request), maxBytes)
  } catch {
    throw new WebhookRejected("parsed-body")
  }
  if (read === undefined) throw new WebhookRejected("too-large")
  return read
}

type Unread = Request | NodeWebhookRequest

/** Whether the body was already read or parsed. */
const isRead = (request: WebhookRequest, body: unknown): request is Exclude<WebhookRequest, Unread> =>
  isRequest(request)
    ? request.bodyUsed
    // Express without a body parser has no body
    : !("iterator" in request) || request.readableDidRead || body !== undefined

/** Whether the request is a `Request` of any realm. */
const isRequest = (request: WebhookRequest): request is Request => "bodyUsed" in request

/** Returns the chunks of an unread body. Throws if another reader has locked it. */
const chunksIn = (request: Unread): AsyncIterator<unknown> =>
  isRequest(request)
    ? chunksOf(request.body)
    // keeps the connection open for the response
    : request.iterator({ destroyOnReturn: false })

/** Returns a body that was already read, unless it is too long. */
export const within = (body: Uint8Array, maxBytes: number): Uint8Array => {
  if (body.length > maxBytes) throw new WebhookRejected("too-large")
  return body
}

// --- the signature and the signed content ---

/** Maximum number of signatures that are compared. A rotation has two. */
const maxSignatures = 16

const isSigned = async (
  signed: Uint8Array<ArrayBuffer>,
  signatures: string,
  keys: ReadonlyArray<CryptoKey>
): Promise<boolean> => {
  for (const each of signatures.split(" ", maxSignatures)) {
    const signature = each.startsWith("v1,") ? fromBase64(each.slice(3)) : undefined
    if (signature === undefined) continue
    for (const key of keys) {
      if (await subtleCrypto().verify("HMAC", key, signature, signed)) return true
    }
  }
  return false
}

const jsonIn = (body: Uint8Array): unknown => {
  try {
    return JSON.parse(decodeUtf8(body))
  } catch {
    throw new WebhookRejected("contents")
  }
}
