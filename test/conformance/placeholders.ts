/**
 * Placeholders of secrets in recordings, such as `{{refresh_token:ann}}`. A replay replaces them by strings of the same
 * format.
 */
import * as Schema from "effect/Schema"

/** Description of a placeholder in `_placeholders.json`. */
export const Placeholder = Schema.Struct({
  kind: Schema.String,
  length: Schema.optionalKey(Schema.Int),
  prefix: Schema.optionalKey(Schema.String),
  /** Header and claims of an access token. */
  jwt: Schema.optionalKey(
    Schema.Struct({ header: Schema.Unknown, payload: Schema.Record(Schema.String, Schema.Unknown) })
  )
})
export type Placeholder = typeof Placeholder.Type

/** Content of `_placeholders.json`. */
export const Placeholders = Schema.Record(Schema.String, Placeholder)

/** Lengths from `docs/protocol.md`, for recordings without lengths. */
const usualLength: { readonly [kind: string]: number } = { one_time_code: 6, otp_nonce: 39, totp: 6, oauth_code: 64 }

const lengthOf = (name: string, { kind, length }: Placeholder): number =>
  length ?? usualLength[kind] ?? (/(?:_code|_token)$/.test(kind) ? 45 : name.length)

const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url")

const standIn = (name: string, placeholder: Placeholder): string => {
  const { jwt, kind, prefix = "" } = placeholder
  if (jwt !== undefined) return `${base64url(jwt.header)}.${base64url(jwt.payload)}.${base64url(name)}`
  const length = lengthOf(name, placeholder)
  if (kind === "one_time_code" || kind === "totp") return "1".repeat(length)
  const letters = Buffer.from(name).toString("hex")
  const text = (prefix + letters.repeat(Math.ceil(length / letters.length))).slice(0, length)
  return kind.endsWith("_base64") ? `${text.slice(0, length - (length % 4))}` : text
}

const kindOf = (name: string): string => /^\{\{(\w+)/.exec(name)?.[1] ?? "unknown"

/** Returns a placeholder's value in the form that the text after the name requires: `uri` or `upper`. */
export const inForm = (value: string, form: string | undefined): string =>
  form === "uri" ? encodeURIComponent(value) : form === "upper" ? value.toUpperCase() : value

/** Replaces the placeholders in any JSON value. `{{name|uri}}` is percent-encoded, `{{name|upper}}` is in capitals. */
export const fillIn = (known: { readonly [name: string]: Placeholder }) => {
  const fill = (text: string): string =>
    text.replace(/\{\{([^{}|]+)(?:\|(uri|upper))?\}\}/g, (_, inner: string, form: string | undefined) => {
      const name = `{{${inner}}}`
      const value = inner === "api_origin"
        ? "https://api.example.com"
        : standIn(name, Object.hasOwn(known, name) ? known[name]! : { kind: kindOf(name) })
      return inForm(value, form)
    })
  const walk = (value: unknown): unknown =>
    typeof value === "string"
      ? fill(value)
      : Array.isArray(value)
      ? value.map(walk)
      : typeof value === "object" && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner)]))
      : value
  return walk
}

/** Returns the placeholders of access tokens in a JSON value. */
export const tokensIn = (
  known: { readonly [name: string]: Placeholder },
  value: unknown
): ReadonlyArray<Placeholder> => {
  const text = JSON.stringify(value)
  return Object.entries(known).flatMap(([name, placeholder]) =>
    placeholder.jwt !== undefined && text.includes(name) ? [placeholder] : []
  )
}
