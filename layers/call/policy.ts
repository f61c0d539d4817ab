/**
 * Policies: settings that are validated wherever they are provided. docs/policies.md.
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
import { InvalidConfiguration } from "../../schemas/errors/CallError.ts"

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

/**
 * Requirement on a policy's field: how to read the field, and which values are allowed, as a phrase that completes
 * "Give …".
 */
export interface Rule<A> {
  readonly read: (given: any) => A
  readonly allowed: string
  readonly isAllowed: (value: A) => boolean
}

const asGiven = (given: any): any => given

/** A requirement on a value that is kept unchanged. */
export const allowing = <A = any>(allowed: string, isAllowed: (value: A) => boolean): Rule<A> => ({
  read: asGiven,
  allowed,
  isAllowed
})

/** A requirement on a duration in any form of `Duration.Input`, read as milliseconds. Invalid input becomes `NaN`. */
const millis = (allowed: string, isAllowed: (value: number) => boolean): Rule<number> => ({
  read: millisOf,
  allowed,
  isAllowed
})

/** A duration within a timer's range. */
export const time = millis(
  "a time of 0 or more, below 2^31 ms (24.8 days)",
  (value) => value >= 0 && value <= longestWait
)

/** A positive duration within a timer's range. */
export const timeAboveZero = millis(
  "a time above 0, below 2^31 ms (24.8 days)",
  (value) => value > 0 && value <= longestWait
)

/** A duration that is only compared, so it may exceed a timer's range. */
export const age = millis("a time of 0 or more", (value) => value >= 0)

/** A duration within a timer's range, or `Infinity` for an unlimited duration. */
export const timeOrForever = millis(
  "a time of 0 or more, below 2^31 ms (24.8 days), or Infinity",
  (value) => value === Infinity || (value >= 0 && value <= longestWait)
)

/** A time limit, or `Infinity` for no limit. */
export const timeLimit = millis(
  "a time above 0, below 2^31 ms (24.8 days), or Infinity",
  (value) => value === Infinity || (value > 0 && value <= longestWait)
)

/** A positive integer, or `Infinity`. */
export const count = allowing<number>(
  "a whole number above 0",
  (value) => value === Infinity || (Number.isSafeInteger(value) && value > 0)
)

/** Whether a value can multiply delays. */
export const isFactor = (value: unknown): boolean => Number.isFinite(value) && (value as number) >= 0

/** A factor for delays. */
export const factor = allowing("a number of 0 or more", isFactor)

/** A string. */
export const text = allowing<string>("a text", (value) => typeof value === "string")

/** An Effect `Schedule`. */
export const schedule = allowing<any>("a Schedule, as Schedule.spaced(\"5 seconds\")", Schedule.isSchedule)

/** The values to change in a policy. */
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

/** The values that rules return. */
export type Ruled<Rules> = { readonly [Name in keyof Rules]: Rules[Name] extends Rule<infer A> ? A : never }

/**
 * Validates options, and fails with the first invalid option and its allowed values. `between` is a requirement on
 * several options, reported for the option `of`. The result is cached per object.
 */
export const validator = <const Rules extends { readonly [name: string]: Rule<any> }>(
  name: string,
  rules: Rules,
  between?: Omit<Rule<Ruled<Rules>>, "read"> & { readonly of: keyof Rules & string }
): (options: object) => Result.Result<Ruled<Rules>, InvalidConfiguration> => {
  const known = new WeakMap<object, Result.Result<Ruled<Rules>, InvalidConfiguration>>()
  const validate = (
    options: { readonly [name: string]: unknown }
  ): Result.Result<Ruled<Rules>, InvalidConfiguration> => {
    const resolved: { [name: string]: unknown } = {}
    for (const field of Object.keys(rules)) {
      const { allowed, isAllowed, read } = rules[field]!
      const value = resolved[field] = read(options[field])
      if (!isAllowed(value)) return Result.fail(invalid(name, field, options[field], allowed))
    }
    return between === undefined || between.isAllowed(resolved as Ruled<Rules>)
      ? Result.succeed(resolved as Ruled<Rules>)
      : Result.fail(invalid(name, between.of, options[between.of], between.allowed))
  }
  return (options) => {
    let result = known.get(options)
    if (result === undefined) known.set(options, result = validate(options as { readonly [name: string]: unknown }))
    return result
  }
}

const invalid = (name: string, field: string, value: unknown, allowed: string): InvalidConfiguration =>
  new InvalidConfiguration({ setting: `${name}.${field}`, problem: `is ${inWords(value)}`, next: `Give ${allowed}.` })

/** Formats a value as JSON, with names for numbers such as `NaN`. */
const inWords = (value: unknown): string =>
  typeof value === "string" || (typeof value === "object" && value !== null)
    ? JSON.stringify(value, (_, inner: unknown) => /number|bigint/.test(typeof inner) ? String(inner) : inner)
    : typeof value === "function"
    ? "a function"
    : String(value)
