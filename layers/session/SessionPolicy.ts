/**
 * Decides when the tokens of a session are refreshed, and what happens after a failed refresh. docs/protocol.md §26.2,
 * docs/policies.md.
 *
 * Replace it for a program, a layer or a call with `SessionPolicy.layer({ threshold: "1 minute", longestDemand:
 * "5 minutes" })`. A refresh serves every caller that waits for it, and follows the policy of the call that starts it.
 */
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import type * as Layer from "effect/Layer"
import type * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import type { CallError, InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import { age, changed, policyLayer, scheduleField, time, timeAboveZero, validator } from "../call/index.ts"

/** When tokens are refreshed. */
export interface Policy {
  /** An access token with less remaining life than this is refreshed before it is used. Less than `longestDemand`. */
  readonly threshold: Duration.Input
  /** Demands for this much remaining life or more are refused: tokens that never live that long would be refreshed by every call. */
  readonly longestDemand: Duration.Input
  /**
   * Pauses after consecutive failed refreshes; the input is the error of the refresh. Starts anew after a successful refresh,
   * and when a page is back online. When the schedule ends, its last pause repeats.
   */
  readonly coolDown: Schedule.Schedule<unknown, CallError>
  /**
   * Maximum wait for another tab that refreshes and shows no sign of life: it may be frozen. How servers wait for each
   * other is fixed and no part of a policy.
   */
  readonly lockTimeout: Duration.Input
  /** A session without subscribers isn't refreshed ahead once no caller has needed its tokens for this long. */
  readonly idleAfter: Duration.Input
}

/**
 * Tokens are refreshed below 20 s of remaining life, and demands of a minute or more are refused. Pauses of 5, 10, 20 and
 * then 30 s, each times 0.8 to 1.2; 5 s for another tab; refreshed ahead within 15 minutes of the last use.
 */
export const defaults: Policy = {
  threshold: "20 seconds",
  longestDemand: "1 minute",
  coolDown: Schedule.min([Schedule.exponential("5 seconds"), Schedule.spaced("30 seconds")]).pipe(Schedule.jittered),
  lockTimeout: "5 seconds",
  idleAfter: "15 minutes"
}

/** The policy with its times in milliseconds. */
export type Resolved = { readonly [Name in keyof Policy]: Name extends "coolDown" ? Policy[Name] : number }

/** The policy in force. */
export const SessionPolicy = Context.Reference<Policy>("latchkey/setting/SessionPolicy", {
  defaultValue: () => defaults
})

/** Values that differ from another policy. `undefined` leaves a value as it is. */
export type Changes = { readonly [Name in keyof Policy]?: Policy[Name] | undefined }

/** Makes a policy from the defaults and some changes. */
export const make = (changes: Changes = {}): Policy => changed(defaults, changes)

/** The policy with its times in milliseconds, or why it can't work. Decoded once for each policy. */
export const resolve: (policy: Policy) => Result.Result<Resolved, InvalidConfiguration> = validator<Resolved>(
  "sessionPolicy",
  Schema.Struct({
    longestDemand: timeAboveZero,
    threshold: time,
    coolDown: scheduleField,
    lockTimeout: timeAboveZero,
    idleAfter: age
  }).check(
    Schema.makeFilter(({ longestDemand, threshold }) =>
      threshold < longestDemand || { path: ["threshold"], issue: "a time below longestDemand" }
    )
  )
)

/**
 * The policy in force with some values changed. Fails with `InvalidConfiguration` if it can't work: a time that is negative
 * or longer than a timer holds, a threshold above `longestDemand`, a cool-down that isn't a `Schedule`.
 */
export const layer: (changes?: Changes) => Layer.Layer<never, InvalidConfiguration> = policyLayer(
  SessionPolicy,
  resolve
)
