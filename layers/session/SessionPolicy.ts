/**
 * When the tokens of a session are refreshed, and what happens when that fails: a value that every session keeps to from the
 * moment it is built. docs/protocol.md §26.2, docs/policies.md.
 *
 * Replace it for a program or a layer with `SessionPolicy.layer({ threshold: "1 minute", longestDemand: "5 minutes" })`. A
 * refresh is everybody's, so no single call has a policy of its own; what one call may ask for is a longer life, see
 * `Session.tokens`.
 */
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import { type CallError, InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import { millisOf } from "../call/index.ts"

/** When tokens are refreshed. */
export interface Policy {
  /** An access token with less life than this is refreshed before it is used. Less than `longestDemand`. */
  readonly threshold: Duration.Input
  /** Nobody may demand this much life or more: tokens that never live for so long would be refreshed by every call. */
  readonly longestDemand: Duration.Input
  /**
   * The pauses after refreshes that fail one after the other, for the network's sake or the platform's; what they failed with
   * is its input. Begins anew after a refresh that succeeds, and when a page is back on the network. A schedule that is over
   * goes on with its last pause.
   */
  readonly coolDown: Schedule.Schedule<unknown, CallError>
  /**
   * Another tab that refreshes and gives no sign of life is waited for this long: it may be frozen. How servers wait for
   * each other is agreed among them, and no part of a policy.
   */
  readonly lockTimeout: Duration.Input
  /** A session that nobody watches, and nobody asked for tokens for so long, is not refreshed ahead. */
  readonly idleAfter: Duration.Input
}

/**
 * Tokens are refreshed below 20 s of life, and nobody may demand a minute; pauses of 5, 10, 20 and then 30 s, each times 0.8
 * to 1.2; 5 s for another tab; refreshed ahead while somebody asked within 15 minutes.
 */
export const defaults: Policy = {
  threshold: "20 seconds",
  longestDemand: "1 minute",
  coolDown: Schedule.min([Schedule.exponential("5 seconds"), Schedule.spaced("30 seconds")]).pipe(Schedule.jittered),
  lockTimeout: "5 seconds",
  idleAfter: "15 minutes"
}

/** The policy in force; {@link defaults} are what another one is built from. */
export const SessionPolicy = Context.Reference<Policy>("latchkey/SessionPolicy", { defaultValue: () => defaults })

/** The defaults with some of their values changed. Whether that can work is told by whoever goes by it. */
export const make = (changes: Changes = {}): Policy => changed(defaults, changes)

/** What is to be different. `undefined` stands for what was there. */
export type Changes = { readonly [Name in keyof Policy]?: Policy[Name] | undefined }

/**
 * The policy in force with some of its values changed, for the sessions that are built with this layer. Fails when it cannot
 * work: a time that is negative or none, a threshold that nobody may demand, a cool-down that is no `Schedule`.
 */
export const layer = (changes: Changes = {}): Layer.Layer<never, InvalidConfiguration> =>
  Layer.effect(
    SessionPolicy,
    Effect.flatMap(SessionPolicy, (before) => {
      const policy = changed(before, changes)
      const fault = faultOf(policy)
      return fault === undefined ? Effect.succeed(policy) : Effect.fail(fault)
    })
  )

/** Why sessions cannot go by a policy; `undefined`: they can. */
export const faultOf = (policy: Policy): InvalidConfiguration | undefined => {
  const longestDemand = millisOf(policy.longestDemand)
  const threshold = millisOf(policy.threshold)
  const lockTimeout = millisOf(policy.lockTimeout)
  const needs: { readonly [K in keyof Policy]: readonly [isMet: boolean, what: string] } = {
    longestDemand: [longestDemand > 0 && longestDemand < Infinity, "a time above 0"],
    threshold: [threshold >= 0 && threshold < longestDemand, "a time of 0 or more that is below longestDemand"],
    coolDown: [Schedule.isSchedule(policy.coolDown), "a Schedule, as Schedule.spaced(\"5 seconds\")"],
    lockTimeout: [lockTimeout > 0 && lockTimeout < Infinity, "a time above 0"],
    idleAfter: [millisOf(policy.idleAfter) >= 0, "a time of 0 or more"]
  }
  for (const name of Object.keys(needs) as ReadonlyArray<keyof Policy>) {
    const [isMet, what] = needs[name]
    if (isMet) continue
    const problem = `is ${String(policy[name])}`
    return new InvalidConfiguration({ setting: `sessionPolicy.${name}`, problem, next: `Give ${what}.` })
  }
  return undefined
}

const changed = (before: Policy, changes: Changes): Policy => ({
  ...before,
  ...Object.fromEntries(Object.entries({ ...changes }).filter(([, value]) => value !== undefined))
})
