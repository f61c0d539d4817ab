/** Secrets as callers pass them. The schema of secrets is in `redacted.ts`. */
import * as Redacted from "effect/Redacted"
import type * as Schema from "effect/Schema"
import { isReadable } from "./compiled/plain.ts"

export { isReadable } from "./compiled/plain.ts"

/** A secret as callers pass it: a string, or already wrapped. */
export type SecretInput = string | Redacted.Redacted

/**
 * Returns the text of a secret; `undefined` for anything else, and for a secret that another copy of Effect wrapped.
 */
export const secretText = (given: unknown): string | undefined => {
  const text: unknown = Redacted.isRedacted(given) ? isReadable(given) ? Redacted.value(given) : undefined : given
  return typeof text === "string" ? text : undefined
}

/** Returns the problem with a key; `undefined` if the key can be sent. */
export const keyProblem = (text: string | undefined): string | undefined =>
  text === undefined
    ? "is not text"
    : text === ""
    ? "is empty"
    : text === "undefined" || text === "null"
    ? `is the text "${text}"`
    : !/^[\x21-\x7e]+$/.test(text)
    ? "has characters that no header can carry, perhaps a line break at its end"
    : undefined

/** Wraps a secret if it is a string. */
export const asSecret = (secret: SecretInput): Redacted.Redacted =>
  Redacted.isRedacted(secret) ? secret : Redacted.make(secret)

/** An endpoint's input as callers pass it: each secret, at any depth, is a string or `Redacted`. */
export type WithBareSecrets<Input> = [Schema.Json] extends [Input] ? Input : WithBareParts<Input>

type WithBareParts<Input> = Input extends Redacted.Redacted<infer Text> ? Input | Text
  : Input extends Leaf ? Input
  : { [Name in keyof Input]: WithBareSecrets<Input[Name]> }

/** Types without fields. */
export type Leaf =
  | string
  | number
  | bigint
  | boolean
  | symbol
  | null
  | undefined
  | Date
  | URL
  | Uint8Array
  | ((...args: ReadonlyArray<never>) => unknown)
