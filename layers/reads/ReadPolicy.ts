/**
 * Decides when cached reads are requested, refreshed and dropped. docs/protocol.md §24, §26.2, docs/policies.md.
 *
 * ```ts
 * const layer = Client.layer(project).pipe(Layer.provide(ReadPolicy.layer({ drop: "5 minutes", throttle: "1 second" })))
 * ```
 */
import type * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import type * as Layer from "effect/Layer"
import type * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import type { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import { age, changed, count, policyLayer, scheduleField, time, timeOrForever, validator } from "../call/index.ts"

/** When cached reads are requested, and how long they are kept. */
export interface Policy {
  /** Minimum time between the starts of two requests of one read. */
  readonly throttle: Duration.Input
  /**
   * Maximum number of concurrent requests of one read. With 1, a caller that needs a newer value waits for the pending
   * request. With a higher number, the response to the latest request is used, and the other requests are cancelled.
   */
  readonly concurrency: number
  /** Lifetime of a value after its last subscriber leaves. */
  readonly drop: Duration.Input
  /**
   * Lifetime of a failure without subscribers. React reads a failure several times before an error boundary shows it,
   * with long pauses on slow devices. If the failure were dropped in between, the read would be requested again and
   * again.
   */
  readonly dropFailure: Duration.Input
  /** Age from which values are requested again when the page becomes visible or goes online. */
  readonly staleness: Duration.Input
  /**
   * Backoff between failed polls. If the read's own schedule has a longer delay, that delay applies. The schedule
   * receives the failure's cause, and restarts after a success.
   */
  readonly pollBackoff: Schedule.Schedule<unknown, Cause.Cause<unknown>>
}

/**
 * One request at a time, 300 ms apart. Values are kept for 5 s, and requested again after 5 s when users return to the
 * page.
 */
export const defaults: Policy = {
  throttle: "300 millis",
  concurrency: 1,
  drop: "5 seconds",
  dropFailure: "1 second",
  staleness: "5 seconds",
  pollBackoff: Schedule.min([Schedule.exponential("1 second"), Schedule.spaced("5 minutes")]).pipe(Schedule.jittered)
}

/** The policy with its times in milliseconds. */
export type Resolved = { readonly [Name in keyof Policy]: Name extends "pollBackoff" ? Policy[Name] : number }

/** The current policy. A read follows the policy of the program that requests it. */
export const ReadPolicy = Context.Reference<Policy>("latchkey/setting/ReadPolicy", { defaultValue: () => defaults })

/** Values to change in a policy. `undefined` keeps the existing value. */
export type Changes = { readonly [Name in keyof Policy]?: Policy[Name] | undefined }

/** Makes a policy from the defaults and some changes. */
export const make = (changes: Changes = {}): Policy => changed(defaults, changes)

/** Decodes the policy to times in milliseconds, or to the reason why it is invalid. Each policy is decoded once. */
export const resolve: (policy: Policy) => Result.Result<Resolved, InvalidConfiguration> = validator(
  "readPolicy",
  {
    throttle: time,
    concurrency: count,
    drop: timeOrForever,
    dropFailure: timeOrForever,
    staleness: age,
    pollBackoff: scheduleField
  }
)

/**
 * Provides the current policy with some values changed. Fails with `InvalidConfiguration` if a duration is negative or
 * too long for a timer, or if the number of concurrent requests is below 1.
 */
export const layer: (changes?: Changes) => Layer.Layer<never, InvalidConfiguration> = policyLayer(ReadPolicy, resolve)
