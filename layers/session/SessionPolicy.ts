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
import type { CallError, InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import { age, changed, policyLayer, scheduleField, time, timeAboveZero, validator } from "../call/index.ts"

/** Settings of token refreshes. */
export interface Policy {
  /**
   * Minimum remaining lifetime of an access token. A token with less remaining is refreshed before it is used. Must be
   * less than `longestDemand`.
   */
  readonly threshold: Duration.Input
  /**
   * Calls that demand this remaining lifetime or a longer one are rejected. If tokens never live that long, every such
   * call would refresh them.
   */
  readonly longestDemand: Duration.Input
  /**
   * Pauses after consecutive failed refreshes; the input is the error of the refresh. Restarts after a successful
   * refresh, and when a page is back online. When the schedule ends, its last pause repeats.
   */
  readonly coolDown: Schedule.Schedule<unknown, CallError>
  /**
   * Maximum wait for another tab that is refreshing but sends no heartbeat, because it may be frozen. The waits between
   * servers are fixed and not part of a policy.
   */
  readonly lockTimeout: Duration.Input
  /** Time without callers that need tokens, after which a session without subscribers is no longer refreshed ahead. */
  readonly idleAfter: Duration.Input
}

/**
 * Refreshes tokens that expire in less than 20 s, and rejects demands of a minute or more. The pauses are 5, 10, 20 and
 * then 30 s, each multiplied by a random factor of 0.8 to 1.2. The wait for another tab is 5 s. Refreshing ahead stops
 * 15 minutes after the last use.
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

/** The current policy. */
export const SessionPolicy = Context.Reference<Policy>("latchkey/setting/SessionPolicy", {
  defaultValue: () => defaults
})

/** Values to change in a policy. `undefined` keeps the existing value. */
export type Changes = { readonly [Name in keyof Policy]?: Policy[Name] | undefined }

/** Makes a policy from the defaults and some changes. */
export const make = (changes: Changes = {}): Policy => changed(defaults, changes)

/** Decodes the policy to times in milliseconds, or to the reason why it is invalid. Each policy is decoded once. */
export const resolve: (policy: Policy) => Result.Result<Resolved, InvalidConfiguration> = validator(
  "sessionPolicy",
  {
    longestDemand: timeAboveZero,
    threshold: time,
    coolDown: scheduleField,
    lockTimeout: timeAboveZero,
    idleAfter: age
  },
  {
    of: "threshold",
    allowed: "a time below longestDemand",
    isAllowed: ({ longestDemand, threshold }) => threshold < longestDemand
  }
)

/**
 * Provides the current policy with some values changed. Fails with `InvalidConfiguration` if the result is invalid: a
 * time that is negative or exceeds a timer's range, a threshold above `longestDemand`, or a cool-down that isn't a
 * `Schedule`.
 */
export const layer: (changes?: Changes) => Layer.Layer<never, InvalidConfiguration> = policyLayer(
  SessionPolicy,
  resolve
)
