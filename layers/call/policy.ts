/**
 * Policies: settings that a schema validates wherever they are given. docs/policies.md.
 *
 * Each policy is several `const`s rather than one object: bundlers keep any code that reads a property when a module
 * loads, so a program without cached reads would include their policy.
 */
import type * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import { issuesOf } from "../../schemas/issuesOf.ts"

/**
 * A duration in milliseconds. Numbers are kept as they are, because `Duration` reads `NaN` as zero; an invalid duration
 * becomes `NaN`.
 */
export const millisOf = (input: Duration.Input): number =>
  typeof input === "number"
    ? input
    : Option.match(Duration.fromInput(input), { onNone: () => NaN, onSome: Duration.toMillis })

/** Maximum delay of a timer, 31 bits. docs/protocol.md §26.2. */
export const longestWait = 2 ** 31 - 1

/** A value that is not decoded. */
export const given = Schema.Unknown as Schema.Codec<any>

/** Requirement on a policy's field, in words that complete "Give …". */
export const allowing = <A>(allowed: string, isAllowed: (value: A) => boolean) =>
  Schema.makeFilter<A>((value) => isAllowed(value) || allowed)

/** A duration in any form of `Duration.Input`, decoded to milliseconds. Invalid input becomes `NaN`. */
const millis = given.pipe(
  Schema.decodeTo(Schema.Number, {
    decode: SchemaGetter.transform(millisOf),
    encode: SchemaGetter.transform((value: number): unknown => value)
  })
)

/** A duration within a timer's range. */
export const time = millis.check(allowing(
  "a time of 0 or more, below 2^31 ms (24.8 days)",
  (value) => value >= 0 && value <= longestWait
))

/** A positive duration within a timer's range. */
export const timeAboveZero = millis.check(allowing(
  "a time above 0, below 2^31 ms (24.8 days)",
  (value) => value > 0 && value <= longestWait
))

/** A duration that is only compared, so it may exceed a timer's range. */
export const age = millis.check(allowing("a time of 0 or more", (value) => value >= 0))

/** A duration within a timer's range, or `Infinity` for an unlimited duration. */
export const timeOrForever = millis.check(allowing(
  "a time of 0 or more, below 2^31 ms (24.8 days), or Infinity",
  (value) => value === Infinity || (value >= 0 && value <= longestWait)
))

/** A time limit, or `Infinity` for no limit. */
export const timeLimit = millis.check(allowing(
  "a time above 0, below 2^31 ms (24.8 days), or Infinity",
  (value) => value === Infinity || (value > 0 && value <= longestWait)
))

/** A positive integer, or `Infinity`. */
export const count = given.check(allowing<number>(
  "a whole number above 0",
  (value) => value === Infinity || (Number.isSafeInteger(value) && value > 0)
))

/** Whether a value can multiply delays. */
export const isFactor = (value: unknown): boolean => Number.isFinite(value) && (value as number) >= 0

/** A factor for delays. */
export const factor = given.check(allowing("a number of 0 or more", isFactor))

/** An Effect `Schedule`. */
export const schedule = given.check(allowing("a Schedule, as Schedule.spaced(\"5 seconds\")", Schedule.isSchedule))

/** The values that differ from another policy. */
export type Changes<Policy> = { readonly [Name in keyof Policy]?: Policy[Name] | undefined }

/** Returns a layer that changes some values of the policy in the context. Fails if the changed policy is invalid. */
export const policyLayer = <Policy extends object>(
  reference: Context.Reference<Policy>,
  resolve: (policy: Policy) => Result.Result<unknown, InvalidConfiguration>
) =>
(changes: Changes<Policy> = {}): Layer.Layer<never, InvalidConfiguration> =>
  Layer.effect(
    reference,
    Effect.flatMap(reference, (before) => {
      const policy = changed(before, changes)
      return Effect.fromResult(Result.map(resolve(policy), () => policy))
    })
  )

/** Returns the values with some of them changed. `undefined` leaves a value unchanged. */
export const changed = <Values extends object>(
  before: Values,
  changes: { readonly [Name in keyof Values]?: unknown }
): Values => ({
  ...before,
  ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
})

/** Validates options, and fails with the invalid ones and what is allowed. The result is cached per object. */
export const validator = <Resolved>(
  name: string,
  schema: Schema.Codec<Resolved, unknown>
): (options: object) => Result.Result<Resolved, InvalidConfiguration> => {
  const known = new WeakMap<object, Result.Result<Resolved, InvalidConfiguration>>()
  const decode = Schema.decodeUnknownResult(schema)
  return (options) => {
    let result = known.get(options)
    if (result === undefined) {
      result = Result.mapError(decode(options), (error) => invalid(name, options, issuesOf(error)[0]!))
      known.set(options, result)
    }
    return result
  }
}

const invalid = (
  name: string,
  options: object,
  { path, problem }: { readonly path: string; readonly problem: string }
): InvalidConfiguration => {
  const value = path.split(".").reduce<any>((inner, part) => part === "" ? inner : inner?.[part], options)
  return new InvalidConfiguration({
    setting: path === "" ? name : `${name}.${path}`,
    problem: `is ${inWords(value)}`,
    next: `Give ${problem.replace(/^Expected /, "")}.`
  })
}

/** JSON that shows numbers such as `NaN` by name. */
const inWords = (value: unknown): string =>
  typeof value === "string" || (typeof value === "object" && value !== null)
    ? JSON.stringify(value, (_, inner: unknown) => /number|bigint/.test(typeof inner) ? String(inner) : inner)
    : typeof value === "function"
    ? "a function"
    : String(value)
