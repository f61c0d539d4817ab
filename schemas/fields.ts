/** Schemas of fields that many of the platform's objects have. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import * as SchemaGetter from "effect/SchemaGetter"
import { isCode, isUrl, isVisible } from "./compiled/checks.ts"
import { allowing, filling } from "./compiled/origins.ts"
import { isTrue, trimmed, trueOrFalse } from "./compiled/plain.ts"
import { redacted } from "./compiled/redacted.ts"
import { expectedAddress, typedCode } from "./typed.ts"

/** A token, key, password or code. */
export const Secret = redacted(Schema.String)

/** An id from the platform. A malformed id is rejected before the request. */
export const Uuid = Schema.String.check(
  Schema.isPattern(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, { expected: "a UUID" })
)

/** A user's id, or `me` for the signed-in user. */
export const UserId = Schema.Union([Schema.Literal("me"), Uuid])

/** A password in a request. The platform checks its length. */
export const Password = redacted(Schema.String)

/**
 * A verification code: exactly 45 characters, after pasted spaces are removed. Case is ignored. docs/protocol.md §12.
 */
export const Code = redacted(
  Schema.String.check(allowing(isCode, "a code of 45 characters")),
  typedCode
)

/** A code that a user types, of any length. */
export const TypedCode = redacted(Schema.String, typedCode)

/** An email address that a user types: surrounding spaces are removed, and invisible characters are rejected. */
const email = (pattern: RegExp) =>
  Schema.String.check(
    allowing(isVisible, expectedAddress.invisible),
    Schema.isPattern(pattern, { expected: expectedAddress.email })
  ).pipe(Schema.decodeTo(Schema.String, {
    decode: SchemaGetter.passthrough(),
    encode: SchemaGetter.transform(trimmed)
  }))

/** An email address, validated as in most requests. */
export const Email = email(/^[^\s@]+@[^\s@]+$/)

/**
 * An email address for sign-up and one-time codes: requires a top-level domain of at least two characters, no
 * consecutive dots.
 */
export const StrictEmail = email(/^[^\s@.]+(?:\.[^\s@.]+)*@(?:[a-z0-9-]+\.)+[a-z0-9-]{2,}$/i)

/** An absolute URL. */
export const Url = Schema.String.check(allowing(isUrl, "an absolute URL"))

/** A time as milliseconds since the epoch. */
export const Millis = Schema.DateFromMillis

/** Any JSON, unchanged: metadata, chat parts. */
export const Json: Schema.Codec<Schema.Json, unknown> = Schema.Unknown as never

/** A boolean in a query string: `true` or `false`. */
export const QueryBoolean = Schema.Literals(["true", "false"]).pipe(
  Schema.decodeTo(Schema.Boolean, {
    decode: SchemaGetter.transform(isTrue),
    encode: SchemaGetter.transform(trueOrFalse)
  })
)

/** An integer in a query string. */
export const QueryInt = Schema.FiniteFromString.check(Schema.isInt())

const values = "latchkey/values"

/** An enum that may grow: editors suggest the known values, and unknown values are accepted. */
export const openEnum = <const Values extends ReadonlyArray<string>>(
  ...known: Values
): Schema.Codec<Values[number] | (string & {}), string> => Schema.String.annotate({ [values]: known }) as never

/** Returns the known values of an {@link openEnum}; none for other types. */
export const knownValues = (type: SchemaAST.AST): ReadonlyArray<string> =>
  (type.annotations?.[values] ?? []) as ReadonlyArray<string>

/** An image: a URL, or the image itself as a base64 data URL; at most 1,000,000 characters. */
export const ImageUrl = Url.check(Schema.isMaxLength(1_000_000, { expected: "at most 1,000,000 characters" }))

/** A field with a fixed value: always sent, never an argument. */
export const fixed = <const Value extends string>(value: Value) =>
  Schema.Literal(value).pipe(Schema.decodeTo(Schema.optional(Schema.Literal(value)), {
    decode: SchemaGetter.passthroughSupertype(),
    encode: filling(SchemaGetter.withDefault(Effect.succeed(value)), value)
  }))

/** A string field that is always sent, with this default value. */
export const usually = (value: string) =>
  Schema.String.pipe(Schema.decodeTo(Schema.optional(Schema.String), {
    decode: SchemaGetter.passthroughSupertype(),
    encode: filling(SchemaGetter.withDefault(Effect.succeed(value)), value)
  }))
