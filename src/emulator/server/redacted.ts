/** Both sides of a request without what is or may be a secret. */
import type { Incoming, Outgoing } from "../state/index.ts"

/** What stands in place of a secret. */
const redacted = "<redacted>"

/** Members of JSON, of forms and of queries whose values are secrets, by a part of their name; and mails, which carry codes. */
const secretName =
  /pass|token|secret|code|otp|totp|key|nonce|hash|credential|assertion|signature|challenge|verifier|cookie|authorization|state$|config_.{0,20}string|^(?:subject|html|text|value)$/i

/** What a name of the list may be in spite of it: kinds, not values. */
const harmlessName =
  /^(?:code|error_?code|token_type|.*_enabled|.*_code_enabled|.*_id|id|.*_millis|.*_status|country_code|has_password|requires_.*|allow_.*|code_challenge_method)$/i

/**
 * Tokens, keys and codes by their looks, wherever they stand: runs longer than a UUID, long ones without a dash, and JSON
 * Web Tokens. In this order no text makes it look twice at what it has read.
 */
const secretLooks = /[\w-]{40,}|\b\w{30,}\b|\beyJ[\w-]{1,39}\.[\w-]+(?:\.[\w-]*)?/g

/** What a link says under a name. */
const inLink = /([?&#;])([\w-]{1,64})=([^&#\s"'<>)]+)/g

/** Shorter texts have no token in them, and no link. */
const shortest = 8

const withoutLooks = (text: string): string => {
  if (text.length < shortest) return text
  const linked = text.includes("=")
    ? text.replace(inLink, (whole, sign, name) => isSecretName(name) ? `${sign}${name}=${redacted}` : whole)
    : text
  return linked.replace(secretLooks, redacted)
}

/** Whether a text under this name is a secret. Texts named `code` are, although numbers and errors are not. */
const isSecretName = (name: string): boolean =>
  secretName.test(name) && (/^code$/i.test(name) || !harmlessName.test(name))

/** A value under a name. A member `code` is an error's name where it is in capitals, and a secret everywhere else. */
const valueOf = (name: string, value: unknown): unknown => {
  if (typeof value === "string") {
    const isErrorCode = /^[A-Z]+_[A-Z_]+$/.test(value) && /^(?:error_?)?code$/i.test(name)
    return value !== "" && isSecretName(name) && !isErrorCode ? redacted : withoutLooks(value)
  }
  if (Array.isArray(value)) return value.map((each) => valueOf(name, each))
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([inner, each]) => [withoutLooks(inner), valueOf(inner, each)]))
  }
  return typeof value === "number" && secretName.test(name) && !harmlessName.test(name) ? redacted : value
}

/** Longer bodies are not kept: pictures, and lists that nobody reads. */
const longestKept = 20_000

/** A body in JSON, a form, or what can be said of another. */
const bodyOf = (body: string | Uint8Array, type: string): string => {
  if (body.length === 0) return ""
  if (typeof body !== "string") return `${body.length} bytes`
  const summary = `${body.length} characters of ${withoutLooks(type) || "text"}`
  if (body.length > longestKept) return summary
  if (type.includes("x-www-form-urlencoded")) {
    return [...new URLSearchParams(body)]
      .map(([name, value]) => `${withoutLooks(name)}: ${String(valueOf(name, value))}`)
      .join("\n")
  }
  try {
    return JSON.stringify(valueOf("", JSON.parse(body)), null, 2)
  } catch {
    // a page or a picture; its links carry codes
    return summary
  }
}

/** Headers that tell something and are no secret. */
const keptHeaders = [
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
export interface LoggedMessage {
  readonly headers: { readonly [name: string]: string }
  /** JSON and forms line by line; of anything else how much there was. */
  readonly body: string
}

/** Both sides of a request, with `<redacted>` in the place of whatever is or may be a secret. */
export interface Exchange {
  readonly query: string
  readonly request: LoggedMessage
  /** `undefined`: the connection was made to get lost. */
  readonly answer: LoggedMessage | undefined
}

/** What may be shown of a request and its answer, told when somebody looks: most are never looked at. */
export const exchangeOf = (
  { body, header, url: { searchParams } }: Incoming,
  outgoing: Outgoing | undefined
): () => Exchange => {
  // the request itself would hold its connection
  const headers = keptHeaders.flatMap((name) => {
    const value = header(name)
    return value === undefined ? [] : [[name, value] as const]
  })
  return () => ({
    query: [...searchParams].map(([name, value]) => `${withoutLooks(name)}=${String(valueOf(name, value))}`).join("&"),
    request: {
      headers: Object.fromEntries(headers.map(([name, value]) => [name, withoutLooks(value)])),
      body: bodyOf(body, headers.find(([name]) => name === "content-type")?.[1] ?? "")
    },
    answer: outgoing === undefined ? undefined : {
      headers: Object.fromEntries(
        Object.entries(outgoing.headers)
          .filter(([name]) => !/cookie|location|authorization/i.test(name))
          .map(([name, value]) => [name, /request-id$/i.test(name) ? value : withoutLooks(value)])
      ),
      body: bodyOf(outgoing.body, outgoing.headers["content-type"] ?? "")
    }
  })
}
