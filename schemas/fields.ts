/** The kinds of field that many objects of the platform have. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import { parseUrl } from "./address.ts"
import { redacted } from "./secrets.ts"
import { addressFault, expectedAddress, typedCode } from "./typed.ts"

/** A token, key, password or code. */
export const Secret = redacted(Schema.String)

/** An id the platform makes. A malformed one is refused before anything is looked up. */
export const Uuid = Schema.String.check(
  Schema.isPattern(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, { expected: "a UUID" })
)

/** A user's id, or `me` for the signed-in user. */
export const UserId = Schema.Union([Schema.Literal("me"), Uuid])

/** A password as a request carries it. How short and how long it may be is the platform's to tell. */
export const Password = redacted(Schema.String)

/** A verification code: exactly 45 characters in any case, as people paste it. docs/protocol.md §12. */
export const Code = redacted(
  Schema.String.check(Schema.makeFilter((code: string) => code.length === 45 || "a code of 45 characters")),
  typedCode
)

/** A code of any length, as people type it. */
export const TypedCode = redacted(Schema.String, typedCode)

/** A typed address: spaces around it are removed, and one with invisible characters is refused. */
const email = (pattern: RegExp) =>
  Schema.String.check(
    Schema.makeFilter((text: string) => addressFault(text) !== "invisible" || expectedAddress.invisible),
    Schema.isPattern(pattern, { expected: expectedAddress.email })
  ).pipe(Schema.decodeTo(Schema.String, {
    decode: SchemaGetter.passthrough(),
    encode: SchemaGetter.transform((text: string) => text.trim())
  }))

/** An e-mail address as most requests take it. */
export const Email = email(/^[^\s@]+@[^\s@]+$/)

/** An e-mail address for sign-up and one-time codes: top-level domain of two characters or more, no doubled dots. */
export const StrictEmail = email(/^[^\s@.]+(?:\.[^\s@.]+)*@(?:[a-z0-9-]+\.)+[a-z0-9-]{2,}$/i)

/** An absolute URL. */
export const Url = Schema.String.check(
  Schema.makeFilter((url: string) => (parseUrl(url) !== undefined && !/\s/.test(url)) || "an absolute URL")
)

/** A time as milliseconds since the epoch. */
export const Millis = Schema.DateFromMillis

/** Any JSON, kept as it is: metadata, template sources' metadata, chat parts. */
export const Json: Schema.Codec<Schema.Json, unknown> = Schema.Unknown as never

/** A yes or no in a query string: `true` or `false`. */
export const QueryBoolean = Schema.Literals(["true", "false"]).pipe(
  Schema.decodeTo(Schema.Boolean, {
    decode: SchemaGetter.transform((text: "true" | "false") => text === "true"),
    encode: SchemaGetter.transform((value: boolean) => value ? "true" : "false")
  })
)

/** A whole number in a query string. */
export const QueryInt = Schema.FiniteFromString.check(Schema.isInt())

/** One of a list that may grow: known values complete in an editor, an unknown one is kept as it is. */
export const openEnum = <const Values extends ReadonlyArray<string>>(
  ..._values: Values
): Schema.Codec<Values[number] | (string & {}), string> => Schema.String as never

/** A picture: a URL, or the picture itself as a base64 data URL; at most 1,000,000 characters. */
export const ImageUrl = Url.check(Schema.isMaxLength(1_000_000, { expected: "at most 1,000,000 characters" }))

/** A field with one possible value: always sent, never asked for. */
export const fixed = <const Value extends string>(value: Value) =>
  Schema.Literal(value).pipe(Schema.decodeTo(Schema.optional(Schema.Literal(value)), {
    decode: SchemaGetter.passthroughSupertype(),
    encode: SchemaGetter.withDefault(Effect.succeed(value))
  }))

/** A text that is always sent, and this one unless the caller says otherwise. */
export const usually = (value: string) =>
  Schema.String.pipe(Schema.decodeTo(Schema.optional(Schema.String), {
    decode: SchemaGetter.passthroughSupertype(),
    encode: SchemaGetter.withDefault(Effect.succeed(value))
  }))
