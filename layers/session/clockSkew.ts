/**
 * How far this machine's clock is ahead of a platform's, in milliseconds: measured whenever a token comes, and known to
 * every session of the process from then on. On a server each lives for one request. docs/laws.md F1.
 */
import type * as Clock from "effect/Clock"
import type { Transport } from "../call/index.ts"

/** What is known of one platform's clock. */
export interface ClockSkew {
  /** `undefined` until it was measured. */
  millis: number | undefined
}

const known = new WeakMap<object, WeakMap<Clock.Clock, Map<string, ClockSkew>>>()

/** That of a clock against the platform at an address, as a transport reaches it. */
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

/** A clock that is off by less is as good as right: tokens are renewed 20 s before they end. */
const negligible = 5000

/** As it is kept with a session; `undefined` for a clock that is as good as right. */
export const worthKeeping = (millis: number): number | undefined =>
  Math.abs(millis) < negligible ? undefined : Math.round(millis)

/** As a store gave it. `undefined` for what is no length of time within the range of `Date`. */
export const skewIn = (stored: unknown): number | undefined =>
  typeof stored === "number" && Math.abs(stored) <= 2 * 8.64e15 ? stored : undefined
