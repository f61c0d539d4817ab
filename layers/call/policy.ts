/**
 * Policies: settings that a schema validates wherever they are given. docs/policies.md.
 *
 * Each policy is a few `const`s of its own rather than one object: bundlers keep what reads a property when a module loads,
 * and a program without cached reads would carry their policy.
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

/** A length of time in milliseconds. Numbers as they are, because `Duration` reads `NaN` as zero; `NaN` for what is none. */
export const millisOf = (input: Duration.Input): number =>
  typeof input === "number"
    ? input
    : Option.match(Duration.fromInput(input), { onNone: () => NaN, onSome: Duration.toMillis })

/** Timers hold 31 bits. docs/protocol.md §26.2. */
export const longestWait = 2 ** 31 - 1

/** A value as it is. */
export const given = Schema.Unknown as Schema.Codec<any>

/** What a field of a policy must be, in words that complete "Give …". */
export const allowing = <A>(allowed: string, isAllowed: (value: A) => boolean) =>
  Schema.makeFilter<A>((value) => isAllowed(value) || allowed)

/** Any `Duration.Input`, decoded to milliseconds; what isn't one, to `NaN`. */
const millis = given.pipe(
  Schema.decodeTo(Schema.Number, {
    decode: SchemaGetter.transform(millisOf),
    encode: SchemaGetter.transform((value: number): unknown => value)
  })
)

/** A time that a timer can hold. */
export const time = millis.check(allowing(
  "a time of 0 or more, below 2^31 ms (24.8 days)",
  (value) => value >= 0 && value <= longestWait
))

/** The same, without 0. */
export const timeAboveZero = millis.check(allowing(
  "a time above 0, below 2^31 ms (24.8 days)",
  (value) => value > 0 && value <= longestWait
))

/** A time to compare with, which no timer has to hold. */
export const age = millis.check(allowing("a time of 0 or more", (value) => value >= 0))

/** A time that a timer can hold, or `Infinity` for no end. */
export const timeOrForever = millis.check(allowing(
  "a time of 0 or more, below 2^31 ms (24.8 days), or Infinity",
  (value) => value === Infinity || (value >= 0 && value <= longestWait)
))

/** A limit in time, or `Infinity` for none. */
export const timeLimit = millis.check(allowing(
  "a time above 0, below 2^31 ms (24.8 days), or Infinity",
  (value) => value === Infinity || (value > 0 && value <= longestWait)
))

/** A whole number above 0, or `Infinity`. */
export const count = given.check(allowing<number>(
  "a whole number above 0",
  (value) => value === Infinity || (Number.isSafeInteger(value) && value > 0)
))

/** Whether a value is a number that waits may be multiplied by. */
export const isFactor = (value: unknown): boolean => Number.isFinite(value) && (value as number) >= 0

/** A number that waits are multiplied by. */
export const factor = given.check(allowing("a number of 0 or more", isFactor))

/** A `Schedule` of Effect. */
export const schedule = given.check(allowing("a Schedule, as Schedule.spaced(\"5 seconds\")", Schedule.isSchedule))

/** Values that differ from another policy. */
export type Changes<Policy> = { readonly [Name in keyof Policy]?: Policy[Name] | undefined }

/** Makes the layer of a policy: the policy in force with some values changed. Fails if the result can't work. */
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

/** The values with some of them changed. `undefined` leaves a value as it is. */
export const changed = <Values extends object>(
  before: Values,
  changes: { readonly [Name in keyof Values]?: unknown }
): Values => ({
  ...before,
  ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
})

/** Decodes options, or says which of them can't work and what is allowed. The result is kept for each object. */
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

/** JSON, in which numbers such as `NaN` keep their names. */
const inWords = (value: unknown): string =>
  typeof value === "string" || (typeof value === "object" && value !== null)
    ? JSON.stringify(value, (_, inner: unknown) => /number|bigint/.test(typeof inner) ? String(inner) : inner)
    : typeof value === "function"
    ? "a function"
    : String(value)
