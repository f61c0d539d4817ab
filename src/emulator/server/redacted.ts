/** Requests and responses, with secrets redacted. */
import type { Incoming, Outgoing } from "../state/index.ts"

/** Placeholder for a secret. */
const redacted = "<redacted>"

/** Matches names of JSON, form and query fields with secrets, and of email texts, which contain codes. */
const secretName =
  /pass|token|secret|code|otp|totp|key|nonce|hash|credential|assertion|signature|challenge|verifier|cookie|authorization|state$|config_.{0,20}string|^(?:subject|html|text|value)$/i

/** Matches names of harmless fields that `secretName` matches too. */
const harmlessName =
  /^(?:code|error_?code|token_type|.*_enabled|.*_code_enabled|.*_id|id|.*_millis|.*_status|country_code|has_password|requires_.*|allow_.*|code_challenge_method)$/i

/**
 * Matches tokens, keys and codes in any text: runs of characters that are longer than a UUID, long runs without a dash,
 * and JSON Web Tokens. In this order, the alternatives never backtrack.
 */
const secretText = /[\w-]{40,}|\b\w{30,}\b|\beyJ[\w-]{1,39}\.[\w-]+(?:\.[\w-]*)?/g

/** Matches a parameter of a link. */
const inLink = /([?&#;])([\w-]{1,64})=([^&#\s"'<>)]+)/g

/** Minimum length of a string that can contain a token or link. */
const minSecretLength = 8

const withoutSecrets = (text: string): string => {
  if (text.length < minSecretLength) return text
  const linked = text.includes("=")
    ? text.replace(inLink, (whole, sign, name) => isSecretName(name) ? `${sign}${name}=${redacted}` : whole)
    : text
  return linked.replace(secretText, redacted)
}

/**
 * Whether a string in a field with this name is a secret. A string named `code` is a secret unless it is an error code.
 */
const isSecretName = (name: string): boolean =>
  secretName.test(name) && (/^code$/i.test(name) || !harmlessName.test(name))

const isErrorCode = (text: string): boolean => /^[A-Z]+_[A-Z_]+$/.test(text)

/** Redacts a field's value. A `code` in capitals is an error code; any other `code` is a secret. */
const valueOf = (name: string, value: unknown): unknown => {
  if (typeof value === "string") {
    if (isErrorCode(value) && /^(?:error_?)?code$/i.test(name)) return value
    return value !== "" && isSecretName(name) ? redacted : withoutSecrets(value)
  }
  if (Array.isArray(value)) return value.map((each) => valueOf(name, each))
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([inner, each]) => [withoutSecrets(inner), valueOf(inner, each)])
    )
  }
  return typeof value === "number" && secretName.test(name) && !harmlessName.test(name) ? redacted : value
}

/** Maximum length of a logged body. */
const maxBodyLength = 20_000

/** Returns a redacted JSON body or form, or a summary of any other body. */
const bodyOf = (body: string | Uint8Array, type: string): string => {
  if (body.length === 0) return ""
  if (typeof body !== "string") return `${body.length} bytes`
  const summary = `${body.length} characters of ${withoutSecrets(type) || "text"}`
  if (body.length > maxBodyLength) return summary
  if (type.includes("x-www-form-urlencoded")) {
    return [...new URLSearchParams(body)]
      .map(([name, value]) => `${withoutSecrets(name)}: ${String(valueOf(name, value))}`)
      .join("\n")
  }
  try {
    return JSON.stringify(valueOf("", JSON.parse(body)), null, 2)
  } catch {
    // not JSON, such as a page with links that contain codes
    return summary
  }
}

/** Headers that are useful and not secret. */
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

/** A redacted request or response. */
export interface LoggedMessage {
  readonly headers: { readonly [name: string]: string }
  /** JSON and forms with one field per line; the size of any other body. */
  readonly body: string
}

/** A request and its response, with `<redacted>` in place of possible secrets. */
export interface Exchange {
  readonly query: string
  readonly request: LoggedMessage
  /** `undefined` if a fault dropped the connection. */
  readonly response: LoggedMessage | undefined
}

/** Redacts a request and its response lazily, because most are never viewed. */
export const exchangeOf = (
  { body, header, url: { searchParams } }: Incoming,
  outgoing: Outgoing | undefined
): () => Exchange => {
  // keeping the request itself would retain its connection
  const headers = keptHeaders.flatMap((name) => {
    const value = header(name)
    return value === undefined ? [] : [[name, value] as const]
  })
  return () => ({
    query: [...searchParams].map(([name, value]) => `${withoutSecrets(name)}=${String(valueOf(name, value))}`).join(
      "&"
    ),
    request: {
      headers: Object.fromEntries(headers.map(([name, value]) => [name, withoutSecrets(value)])),
      body: bodyOf(body, headers.find(([name]) => name === "content-type")?.[1] ?? "")
    },
    response: outgoing === undefined ? undefined : {
      headers: Object.fromEntries(
        Object.entries(outgoing.headers)
          .filter(([name]) => !/cookie|location|authorization/i.test(name))
          .map((
            [name, value]
          ) => [name, /request-id$/i.test(name) || isErrorCode(value) ? value : withoutSecrets(value)])
      ),
      body: bodyOf(outgoing.body, outgoing.headers["content-type"] ?? "")
    }
  })
}
