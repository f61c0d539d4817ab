/** Both sides of a request for people: whatever is or may be a secret is left out. */
import type { Exchange } from "../server/index.ts"

/** What is shown in place of a secret. */
const redacted = "<redacted>"

/** Members of JSON, of forms and of queries whose values are secrets, by a part of their name. */
const secretName =
  /pass|token|secret|code|otp|totp|key|nonce|hash|credential|assertion|signature|challenge|verifier|cookie|authorization|state$/i

/** What a name of the list may be in spite of it: kinds, not values. */
const harmlessName =
  /^(?:code|error_?code|token_type|.*_enabled|.*_code_enabled|.*_id|id|.*_millis|.*_status|country_code|has_password|requires_.*|allow_.*|code_challenge_method)$/i

/** Tokens, keys and codes by their looks, wherever they stand: long runs without a dash, and JSON Web Tokens. */
const secretLooks = /eyJ[\w-]+\.[\w-]+\.[\w-]*|\b(?:[a-z]{2,4}_)?[a-z0-9_]{30,}\b/gi

const withoutLooks = (text: string): string => text.replace(secretLooks, redacted)

/** A value under a name. A member `code` is an error's name where it is in capitals, and a secret everywhere else. */
const valueOf = (name: string, value: unknown): unknown => {
  if (typeof value === "string") {
    const isErrorCode = /^[A-Z][A-Z_]+$/.test(value) && /^(?:error_?)?code$/i.test(name)
    const isSecret = secretName.test(name) && (/^code$/i.test(name) || !harmlessName.test(name)) && !isErrorCode
    return isSecret && value !== "" ? redacted : withoutLooks(value)
  }
  if (Array.isArray(value)) return value.map((each) => valueOf(name, each))
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([inner, each]) => [inner, valueOf(inner, each)]))
  }
  return typeof value === "number" && secretName.test(name) && !harmlessName.test(name) ? redacted : value
}

/** A body in JSON, a form, or text. */
const bodyOf = (body: string | Uint8Array, type: string): string => {
  if (body.length === 0) return ""
  if (typeof body !== "string") return `${body.length} bytes`
  if (type.includes("x-www-form-urlencoded")) {
    return [...new URLSearchParams(body)].map(([name, value]) => `${name}: ${String(valueOf(name, value))}`).join("\n")
  }
  try {
    return JSON.stringify(valueOf("", JSON.parse(body)), null, 2)
  } catch {
    // a page or a picture; its links carry codes
    return `${body.length} characters of ${type || "text"}`
  }
}

/** Headers that tell something and are no secret. */
const shownHeaders = [
  "content-type",
  "origin",
  "user-agent",
  "x-stack-access-type",
  "x-hexclave-access-type",
  "x-stack-project-id",
  "x-hexclave-project-id",
  "x-stack-client-version",
  "x-hexclave-client-version",
  "x-stack-override-error-status",
  "x-hexclave-override-error-status"
]

/** One side. */
export interface Side {
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly body: string
}

/** The request and the answer; no answer where the connection was lost. */
export const sidesOf = (
  { incoming, outgoing }: Exchange
): { readonly query: string; readonly request: Side; readonly answer: Side | undefined } => ({
  query: [...incoming.url.searchParams].map(([name, value]) => `${name}=${String(valueOf(name, value))}`).join("&"),
  request: {
    headers: shownHeaders.flatMap((name) => {
      const value = incoming.header(name)
      return value === undefined ? [] : [[name, withoutLooks(value)] as const]
    }),
    body: bodyOf(incoming.body, incoming.header("content-type") ?? "")
  },
  answer: outgoing === undefined ? undefined : {
    headers: Object.entries(outgoing.headers)
      .filter(([name]) => !/cookie|location|authorization/i.test(name))
      .map(([name, value]) => [name, /request-id$/i.test(name) ? value : withoutLooks(value)] as const),
    body: bodyOf(outgoing.body, outgoing.headers["content-type"] ?? "")
  }
})
