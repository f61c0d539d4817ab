/**
 * Clock skew: how far this machine's clock is ahead of a platform's, in milliseconds. Measured at every new token and
 * shared by all sessions of the process, because a server's sessions last one request. docs/laws.md F1.
 */
import type * as Clock from "effect/Clock"
import type { Transport } from "../call/index.ts"

/** Clock skew against one platform. */
export interface ClockSkew {
  /** `undefined` until measured. */
  millis: number | undefined
}

const known = new WeakMap<object, WeakMap<Clock.Clock, Map<string, ClockSkew>>>()

/** Returns the clock skew against the platform at `apiUrl`. There is one per clock, URL and `fetch` (or transport). */
export const clockSkewOf = (clock: Clock.Clock, transport: Transport["Service"], apiUrl: string): ClockSkew => {
  const way = typeof transport.fetch === "function" ? transport.fetch : transport
  let ofWay = known.get(way)
  if (ofWay === undefined) known.set(way, ofWay = new WeakMap())
  let ofClock = ofWay.get(clock)
  if (ofClock === undefined) ofWay.set(clock, ofClock = new Map())
  let skew = ofClock.get(apiUrl)
  if (skew === undefined) ofClock.set(apiUrl, skew = { millis: undefined })
  return skew
}

/** Skews below this many milliseconds are ignored, because tokens are refreshed 20 s before they expire. */
const negligible = 5000

/** Returns the skew to store with a session; `undefined` if it is small enough to ignore. */
export const worthKeeping = (millis: number): number | undefined =>
  Math.abs(millis) < negligible ? undefined : Math.round(millis)

/** Decodes a stored skew; `undefined` if it is not a duration within the range of `Date`. */
export const skewIn = (stored: unknown): number | undefined =>
  typeof stored === "number" && Math.abs(stored) <= 2 * 8.64e15 ? stored : undefined
