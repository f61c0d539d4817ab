/**
 * Waits that a 429 asks of everybody: after the first one of a host, no call over the same transport asks it before the
 * stated time. RFC 6585 §4, RFC 9110 §10.2.3, reliability law R4. Among several processes: `layerSharedWaits`.
 */
import type { Transport } from "./Transport.ts"

interface Wait {
  readonly from: number
  readonly until: number
}

const waits = new WeakMap<Transport["Service"], Map<string, Wait>>()

/** A time beyond an hour is more likely a mistake than a wish, and nobody is to be locked out by it. */
const longest = 3_600_000

/** Nobody is to ask for so many milliseconds from `now` on. */
export const holdBack = (transport: Transport["Service"], apiUrl: string, now: number, millis: number): void => {
  const all = waits.get(transport) ?? new Map<string, Wait>()
  waits.set(transport, all)
  const until = now + Math.min(millis, longest)
  if (until >= now + heldBackFor(transport, apiUrl, now)) all.set(apiUrl, { from: now, until })
}

/** Milliseconds until somebody may ask again; 0: now. A clock that was set back ends the wait. */
export const heldBackFor = (transport: Transport["Service"], apiUrl: string, now: number): number => {
  const wait = waits.get(transport)?.get(apiUrl)
  return wait === undefined || now < wait.from ? 0 : Math.max(0, wait.until - now)
}
