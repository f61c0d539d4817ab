/** The rule for a recent sign-in, as adapters, endpoints and procedures state it. Loads no Effect. */
import type * as Duration from "effect/Duration"
import { PlainError, plainMillis } from "../token/index.ts"

/**
 * Which sign-in methods count.
 *
 * - `"any"`: every sign-in counts.
 * - `"known"`: a sign-in counts only if the account has had all its sign-in methods for longer than the limit, as far as
 *   the platform shows them. See {@link KnownMeans}.
 */
export type FreshMeans = "any" | "known"

/** A limit for the age of a sign-in, and the sign-in methods that count. */
export interface FreshOptions {
  /** Maximum age of the sign-in, such as `"5 minutes"`: more than 0, and finite. */
  readonly within: Duration.Input
  /** Which sign-in methods count. @default "any" */
  readonly means?: FreshMeans | undefined
}

/** A maximum age of the sign-in, such as `"5 minutes"`, or a limit with further options. */
export type FreshInput = Duration.Input | FreshOptions

/** A checked rule. */
export interface FreshRule {
  readonly withinMillis: number
  readonly means: FreshMeans
}

/** Why a rule is invalid: the fields of `InvalidConfiguration`. */
export interface FreshFault {
  readonly setting: string
  readonly problem: string
  readonly next: string
}

/** Checks a rule. `setting` is the name of the option that contains the rule. */
export const freshRuleOf = (setting: string, input: unknown): FreshRule | FreshFault => {
  const isRecord = typeof input === "object" && input !== null && "within" in input
  const { means = "any", within } = isRecord
    ? input as { readonly means?: unknown; readonly within: unknown }
    : { within: input }
  const withinMillis = plainMillis(within)
  if (!(withinMillis > 0 && withinMillis < Infinity)) {
    return {
      setting: isRecord ? `${setting}.within` : setting,
      problem: `is ${shown(within)}, which is not a time above 0`,
      next: "Use one such as \"5 minutes\"."
    }
  }
  if (means !== "any" && means !== "known") {
    return { setting: `${setting}.means`, problem: `is ${shown(means)}`, next: "Use \"any\" or \"known\"." }
  }
  return { withinMillis, means }
}

const shown = (value: unknown): string =>
  typeof value === "string" ? JSON.stringify(value) : typeof value === "object" ? "an object" : String(value)

/**
 * `InvalidConfiguration` for entries that load without Effect: the same tag, fields and message as the error of that
 * name in `latchkey`.
 */
export class PlainInvalidConfiguration extends PlainError<"InvalidConfiguration", FreshFault> {
  declare readonly setting: string
  declare readonly problem: string
  declare readonly next: string

  constructor(fault: FreshFault) {
    super("InvalidConfiguration", fault, `${fault.setting} ${fault.problem}. ${fault.next}`)
  }
}

/** Returns the rule of an adapter's option; `undefined` without the option. Throws `InvalidConfiguration`. */
export const adapterRule = (input: unknown): FreshRule | undefined => {
  if (input === undefined) return undefined
  const rule = freshRuleOf("freshWithin", input)
  if ("setting" in rule) throw new PlainInvalidConfiguration(rule)
  return rule
}
