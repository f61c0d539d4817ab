/**
 * The environment in which a program runs: a page or a process. A realm has its own clock, and can be frozen and
 * killed. Code in a frozen or killed realm receives no timer, message, response or lock.
 */
import type * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { clockOf, type VirtualTime } from "./virtualTime.ts"

export interface Realm {
  readonly clock: Clock.Clock
  /** Delays the result of an effect outside the realm until the realm isn't frozen. */
  readonly arriving: <A, E, R>(self: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Calls the function once the realm isn't frozen. Never calls it if the realm was killed. */
  readonly whenAwake: (task: () => void) => void
  readonly isAwake: () => boolean
  readonly isAlive: () => boolean
  /** Time at which the realm started or was last woken. */
  readonly awakeSince: () => number
  /** Time at which the realm was last woken. */
  readonly wokenAt: () => number | undefined
  readonly freeze: () => void
  readonly wake: () => void
  /** Kills the realm and the code in it. */
  readonly kill: () => void
  /** Clock skew in milliseconds. */
  readonly offset: () => number
  /** Minimum and maximum clock skew since the given time. */
  readonly offsetsSince: (time: number) => readonly [minimum: number, maximum: number]
  readonly jump: (millis: number) => void
}

/** Creates a realm. `sleep` replaces the timers of the machine if the realm has different ones. */
export const realmOf = (
  time: VirtualTime,
  initialOffset: number,
  sleep: (millis: number, usual: Effect.Effect<void>) => Effect.Effect<void> = (_millis, usual) => usual
): Realm => {
  let state: "awake" | "frozen" | "dead" = "awake"
  let awakeSince = time.now()
  let wokenAt: number | undefined
  let offset = initialOffset
  const offsets = [{ at: awakeSince, offset }]
  const waiting: Array<() => void> = []
  const whenAwake = (task: () => void) => {
    if (state === "awake") task()
    else if (state === "frozen") waiting.push(task)
  }
  const awake = Effect.callback<void>((resume) => whenAwake(() => resume(Effect.void)))
  const arriving: Realm["arriving"] = (self) =>
    Effect.flatMap(Effect.exit(self), (exit) => state === "awake" ? exit : Effect.andThen(awake, exit))
  return {
    clock: clockOf(
      () => time.now() + offset,
      time.now,
      (millis) => sleep(millis, arriving(time.sleep(millis)))
    ),
    arriving,
    whenAwake,
    isAwake: () => state === "awake",
    isAlive: () => state !== "dead",
    awakeSince: () => awakeSince,
    wokenAt: () => wokenAt,
    freeze: () => {
      if (state === "awake") state = "frozen"
    },
    wake: () => {
      if (state !== "frozen") return
      state = "awake"
      awakeSince = wokenAt = time.now()
      for (const task of waiting.splice(0)) task()
    },
    kill: () => {
      state = "dead"
    },
    offset: () => offset,
    offsetsSince: (since) => {
      const all = offsets
        .filter((_, index) => (offsets[index + 1]?.at ?? Infinity) >= since)
        .map((each) => each.offset)
      return [Math.min(...all), Math.max(...all)]
    },
    jump: (millis) => {
      offset += millis
      offsets.push({ at: time.now(), offset })
    }
  }
}
