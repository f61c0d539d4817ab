/**
 * Webhooks: who sent them, and what they tell. Standard Webhooks 1.0, also under the names that the vendor Svix gives
 * its headers; docs/laws.md L.
 *
 * The library of Standard Webhooks takes its own clock, a fixed tolerance and text. This is over the bytes as they came,
 * and the comparison is WebCrypto's, in constant time. A test holds both against each other.
 */
import { bytesOf, chunksOf, decodeUtf8, joined, readBytes } from "../../../layers/call/index.ts"
import { headerOf, type HeadersLike } from "../../../layers/session/index.ts"
import type { WebhookEvent } from "../../../schemas/entities/Webhook.ts"
import type { SecretInput } from "../../../schemas/secrets.ts"
import { machineClock, type Now, subtleCrypto, VerifierMisconfigured } from "../token/index.ts"
import { WebhookRejected } from "./errors.ts"

/**
 * A request as the web platform or Node has it, whose body nobody has read, or its headers and raw body where a framework
 * has read them. A parsed body cannot be verified.
 */
export type WebhookRequest = Request | NodeWebhookRequest | {
  readonly headers: HeadersLike
  /** As it came. */
  readonly body: string | Uint8Array
}

/** What of Node's `IncomingMessage` is used. */
export interface NodeWebhookRequest {
  readonly headers: HeadersLike
  readonly readableDidRead: boolean
  readonly iterator: (options: { readonly destroyOnReturn: boolean }) => AsyncIterator<unknown>
}

/** How much is believed. */
export interface WebhookOptions {
  /** How far the timestamp may be from now, in either direction. @default 300 (Standard Webhooks) */
  readonly toleranceSeconds?: number | undefined
  /** No more than about so much is ever read. @default 5,000,000 */
  readonly maxBodyBytes?: number | undefined
  /** Milliseconds since the epoch. @default the machine's clock */
  readonly now?: Now | undefined
}

/** A webhook that the platform's vendor signed. */
export interface VerifiedWebhook {
  /** The same in every attempt to deliver the event: remember it, and nothing happens twice. */
  readonly id: string
  /** When this attempt was made. */
  readonly sentAt: Date
  /** What happened. What later platforms add has the type `unknown`. */
  readonly event: WebhookEvent
}

/**
 * The event a webhook tells of, if one of the secrets signed it. Give the old and the new secret while they change. What
 * is missing its signature, too old or too long by its headers is refused before its body is read.
 *
 * Rejects with `WebhookRejected`, or `VerifierMisconfigured` when a secret or option cannot work; with nothing else.
 */
export const verifyWebhook = async (
  request: WebhookRequest,
  secret: SecretInput | ReadonlyArray<SecretInput>,
  options: WebhookOptions = {}
): Promise<VerifiedWebhook> => {
  const { maxBodyBytes, verify } = await expected(request?.headers, secret, options)
  return verify(await rawBody(request, maxBodyBytes))
}

/** What the headers say of a webhook whose body is still to be read. Rejects as `verifyWebhook` does. */
export const expected = async (
  headers: unknown,
  secret: SecretInput | ReadonlyArray<SecretInput>,
  { maxBodyBytes = 5_000_000, now = machineClock, toleranceSeconds = 300 }: WebhookOptions
): Promise<{
  readonly maxBodyBytes: number
  readonly verify: (body: Uint8Array) => Promise<VerifiedWebhook>
}> => {
  if (!(toleranceSeconds >= 0)) {
    throw new VerifierMisconfigured("toleranceSeconds", "is not a number of seconds", "Leave it out for 300.")
  }
  if (!(maxBodyBytes >= 0)) {
    throw new VerifierMisconfigured("maxBodyBytes", "is not a number of bytes", "Leave it out for 5,000,000.")
  }
  // verifying tokens alone loads no Effect
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

/** Refuses a body that is too long by what its header says, before any of it is read. */
export const refuseTooLarge = (headers: unknown, most: number): void => {
  if (Number(header(headers, "content-length")) > most) throw new WebhookRejected("too-large")
}

// --- the secret ---

const secretsIn = (secret: SecretInput | ReadonlyArray<SecretInput>): ReadonlyArray<unknown> => {
  const secrets: ReadonlyArray<unknown> = Array.isArray(secret) ? secret : [secret]
  if (secrets.length === 0) throw unusable("is missing")
  return secrets
}

const unusable = (problem: string): VerifierMisconfigured =>
  new VerifierMisconfigured("secret", problem, "Copy it from the webhook's endpoint: whsec_ and some base64.")

const keyOf = async (secret: unknown): Promise<CryptoKey> => {
  const bytes = typeof secret === "string" ? fromBase64(secret.replace(/^whsec_/, "")) : undefined
  if (bytes === undefined || bytes.length === 0) throw unusable("is no webhook secret")
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

const rawBody = async (request: WebhookRequest, most: number): Promise<Uint8Array> => {
  const body: unknown = "body" in request ? request.body : undefined
  if (typeof body === "string") return within(new TextEncoder().encode(body), most)
  const bytes = bytesOf(body)
  if (bytes !== undefined) return within(bytes, most)
  if (isRead(request, body)) throw new WebhookRejected("parsed-body")
  refuseTooLarge(request.headers, most)
  let read: Uint8Array | undefined
  try {
    read = await readBytes(chunksIn(request), most)
  } catch {
    throw new WebhookRejected("parsed-body")
  }
  if (read === undefined) throw new WebhookRejected("too-large")
  return read
}

type Unread = Request | NodeWebhookRequest

/** Whether the body was read or parsed already. */
const isRead = (request: WebhookRequest, body: unknown): request is Exclude<WebhookRequest, Unread> =>
  isRequest(request)
    ? request.bodyUsed
    // Express without a body parser leaves no body
    : !("iterator" in request) || request.readableDidRead || body !== undefined

/** A `Request` of any realm. */
const isRequest = (request: WebhookRequest): request is Request => "bodyUsed" in request

/** Chunks of an unread body. Throws where another reader has locked it. */
const chunksIn = (request: Unread): AsyncIterator<unknown> =>
  isRequest(request)
    ? chunksOf(request.body)
    // the connection is needed for the response
    : request.iterator({ destroyOnReturn: false })

/** A body that was read already, unless it is too long. */
export const within = (body: Uint8Array, most: number): Uint8Array => {
  if (body.length > most) throw new WebhookRejected("too-large")
  return body
}

// --- the signature and what it is over ---

/** Signatures that are looked at. A rotation has two. */
const mostSignatures = 16

const isSigned = async (
  signed: Uint8Array<ArrayBuffer>,
  signatures: string,
  keys: ReadonlyArray<CryptoKey>
): Promise<boolean> => {
  for (const each of signatures.split(" ", mostSignatures)) {
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
