/**
 * When shared reads are read, read again and dropped. docs/protocol.md §24, §26.2, docs/policies.md.
 *
 * ```ts
 * const layer = Layer.merge(Client.layer(project), ReadPolicy.layer({ drop: "5 minutes", throttle: "1 second" }))
 * ```
 */
import type * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import { InvalidConfiguration } from "../../schemas/errors/CallError.ts"

/** How shared reads take turns, and how long they are kept. */
export interface Policy {
  /** Between the starts of two requests of one read. */
  readonly throttle: Duration.Input
  /**
   * Requests of one read that are under way at a time. With one, whoever asks meanwhile waits for its end; with more, the
   * answer to the last of them counts, and ends the others.
   */
  readonly concurrency: number
  /** A value is dropped this long after its last watcher left. */
  readonly drop: Duration.Input
  /**
   * A failure nobody watches is dropped this long after it was last looked at. React looks several times until an error
   * boundary shows it, on a slow device with long pauses; were it dropped in between, it would be read again and again.
   */
  readonly dropFailure: Duration.Input
  /** When people or the network come back to the page, what was read longer ago than this is read again. */
  readonly staleness: Duration.Input
  /**
   * Of a read that is polled, while it fails: the longer wait counts, this one or that of the read's own schedule. It
   * starts anew after each success, and is told why reading failed.
   */
  readonly pollBackoff: Schedule.Schedule<unknown, Cause.Cause<unknown>>
}

/** 300 ms between two requests, one at a time; dropped after 5 s; read again after 5 s when people come back. */
export const defaults: Policy = {
  throttle: "300 millis",
  concurrency: 1,
  drop: "5 seconds",
  dropFailure: "1 second",
  staleness: "5 seconds",
  pollBackoff: Schedule.min([Schedule.exponential("1 second"), Schedule.spaced("5 minutes")]).pipe(Schedule.jittered)
}

/** The policy in force where the layer is built; {@link defaults} are what another one is built from. */
export const ReadPolicy = Context.Reference<Policy>("latchkey/ReadPolicy", { defaultValue: () => defaults })

/** The defaults with some values changed. */
export const make = (changes: Changes = {}): Policy => changed(defaults, changes)

/** What is to be different. `undefined` stands for what was there. */
export type Changes = { readonly [Name in keyof Policy]?: Policy[Name] | undefined }

/**
 * The policy in force with some of its values changed, for what is built with this layer. Fails when it cannot work: a
 * time that is negative or none, less than one request.
 */
export const layer = (changes: Changes = {}): Layer.Layer<never, InvalidConfiguration> =>
  Layer.effect(
    ReadPolicy,
    Effect.flatMap(ReadPolicy, (before) => {
      const policy = changed(before, changes)
      const fault = faultOf(policy)
      return fault === undefined ? Effect.succeed(policy) : Effect.fail(fault)
    })
  )

/** Why reads cannot go by a policy; `undefined`: they can. */
export const faultOf = (policy: Policy): InvalidConfiguration | undefined => {
  const { concurrency } = policy
  const isCount = concurrency === Infinity || (Number.isSafeInteger(concurrency) && concurrency > 0)
  if (!isCount) return faultIn(policy, "concurrency", "a whole number above 0")
  for (const name of ["throttle", "drop", "dropFailure", "staleness"] as const) {
    if (!(millisOf(policy[name]) >= 0)) return faultIn(policy, name, "a time of 0 or more")
  }
  return Schedule.isSchedule(policy.pollBackoff) ? undefined : faultIn(policy, "pollBackoff", "a schedule")
}

/** The policy in numbers that timers can hold. What no layer has looked at is brought within bounds. */
export const numbersOf = (policy: Policy) => {
  const millis = (name: Exclude<keyof Policy, "concurrency" | "pollBackoff">) => {
    const given = millisOf(policy[name])
    return Number.isNaN(given) ? millisOf(defaults[name]) : Math.max(0, given)
  }
  return {
    throttleMillis: millis("throttle"),
    concurrency: Math.max(1, policy.concurrency) || 1,
    dropMillis: millis("drop"),
    dropFailureMillis: millis("dropFailure"),
    stalenessMillis: millis("staleness")
  }
}

const changed = (before: Policy, changes: Changes): Policy => ({
  ...before,
  ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
})

const faultIn = (policy: Policy, name: keyof Policy, need: string) =>
  new InvalidConfiguration({
    setting: `readPolicy.${name}`,
    problem: `is ${typeof policy[name] === "object" ? JSON.stringify(policy[name]) : String(policy[name])}`,
    next: `Give ${need}.`
  })

/** Numbers as they are, for `Duration` takes `NaN` for zero; `NaN` for what is no length of time. */
const millisOf = (input: Duration.Input): number => {
  if (typeof input === "number") return input
  const duration = Duration.fromInput(input)
  return duration._tag === "Some" ? Duration.toMillis(duration.value) : NaN
}
