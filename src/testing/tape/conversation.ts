/** Recorded requests and responses before their secrets are replaced. They stay in memory. */
import { decodeUtf8, isKnownErrorBody, knownErrorOf, realStatus, type WireRequest } from "../../../layers/call/index.ts"
import type { AccessLevel } from "../../../schemas/access.ts"
import type { Body, RecordedRequest, RecordedResponse } from "./Tape.ts"

/** Platform headers with values that differ between equal requests. */
const changing = ["random-nonce", "client-version"]

/** Returns the name of a platform header without its prefix; `undefined` for other headers. */
export const platformName = (header: string): string | undefined => /^x-(?:stack|hexclave)-(.+)/.exec(header)?.[1]

/** Returns the value of a platform header, by its name without the prefix. */
export const platformHeader = ({ headers = {} }: RecordedRequest, name: string): string | undefined =>
  Object.entries(headers).find(([header]) => platformName(header) === name)?.[1]

/** Returns the access level that a request names; `client` if it names none. */
export const levelOf = (request: RecordedRequest): AccessLevel => {
  const level = platformHeader(request, "access-type")
  return level === "server" || level === "admin" ? level : "client"
}

/** A recorded response as a client reads it. */
interface ReadResponse {
  /** The status, even if an error arrived with status 200. */
  readonly status: number
  /** Code of the error, in the headers or, if a proxy removed them, in the body. */
  readonly code: string | undefined
  /** The body, if it is JSON. */
  readonly json: unknown
}

/** Reads the status and the error of a recorded response. */
export const readResponse = ({ body, headers = {}, status: sent }: RecordedResponse): ReadResponse => {
  const response = { status: sent, headers: { get: (name: string) => headers[name] ?? null }, body: new Uint8Array() }
  const json = body !== undefined && "json" in body ? body.json : undefined
  const status = realStatus(response)
  const inBody: string | undefined = status >= 400 && isKnownErrorBody(json) ? Object(json).code : undefined
  return { status, code: knownErrorOf(response) ?? inBody, json }
}

/** Whether recorded requests keep this header. Other headers, such as the app's own, may contain anything. */
const isRecorded = (header: string): boolean => {
  const name = platformName(header)
  return header === "content-type" || (name !== undefined && !changing.includes(name))
}

/** Returns the URL up to `/api/v1`; `undefined` for a URL outside the API. */
export const apiUrlOf = (url: string): string | undefined => /^https?:\/\/[^?#]*?\/api\/v1(?=[/?#]|$)/.exec(url)?.[0]

/**
 * Returns the parts of a request in the form of a tape, with secrets. The names of headers are sorted, because their
 * order doesn't matter.
 */
export const partsOf = ({ body, headers, method, url }: WireRequest, apiUrl: string): RecordedRequest => {
  const [whole, search = ""] = url.split("#", 1)[0]!.split(/\?(.*)/s) as [string, string?]
  const path = whole.startsWith(`${apiUrl}/`) || whole === apiUrl ? whole.slice(apiUrl.length) || "/" : whole
  const query = Object.fromEntries(new URLSearchParams(search))
  const kept = Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => isRecorded(name))
    .toSorted(([a], [b]) => a < b ? -1 : 1)
  return {
    method,
    path: path.split("/").map(segment).join("/"),
    ...(Object.keys(query).length === 0 ? {} : { query }),
    ...(kept.length === 0 ? {} : { headers: Object.fromEntries(kept) }),
    ...(body === undefined ? {} : { body: bodyOf(body, headers["content-type"] ?? headers["Content-Type"] ?? "") })
  }
}

/** Decodes a segment of a path, except for the characters that end a segment. */
const segment = (encoded: string): string => {
  try {
    return decodeURIComponent(encoded).replace(/[%/?#]/g, encodeURIComponent)
  } catch {
    return encoded
  }
}

/** Returns a body in the form of a tape, with secrets. */
export const bodyOf = (body: string | Uint8Array, type: string): Body => {
  const text = typeof body === "string" ? body : decoded(body)
  if (text === undefined) return { bytes: Array.from(body as Uint8Array, (byte) => String.fromCharCode(byte)).join("") }
  if (type.includes("x-www-form-urlencoded")) return { form: Object.fromEntries(new URLSearchParams(text)) }
  try {
    // other strings that are JSON by chance keep their form
    if (/\bjson\b/.test(type) || /^\s*[[{]/.test(text)) return { json: JSON.parse(text) }
  } catch {
    // malformed JSON is recorded as text
  }
  return { text }
}

const decoded = (bytes: Uint8Array): string | undefined => {
  try {
    return decodeUtf8(bytes)
  } catch {
    return undefined
  }
}

const utf8 = new TextEncoder()

/** Returns the bytes of a body on a tape. */
export const bytesOf = (body: Body | undefined): Uint8Array<ArrayBuffer> => {
  if (body === undefined) return new Uint8Array()
  if ("bytes" in body) return Uint8Array.from(body.bytes, (character) => character.charCodeAt(0))
  return utf8.encode(
    "form" in body ? new URLSearchParams(body.form).toString() : "text" in body ? body.text : JSON.stringify(body.json)
  )
}
