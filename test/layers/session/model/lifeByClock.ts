/** Remaining lifetime of a token according to a realm with a wrong clock. docs/laws.md F1, F2. */
import type { Realm } from "../../../../src/testing/simulate/realm.ts"
import type { Issued, Measured } from "./network.ts"

/** Issue times are truncated to whole seconds. */
const truncation = 1000

/** Minimum clock skew that is stored with the session. A smaller skew is treated as no skew. */
const negligible = 5000

/**
 * Returns the minimum and maximum remaining lifetime, in milliseconds, that a realm may assume for a token. For the
 * clock that measured the token, both are exact except for the truncation of issue times and the time that the response
 * took. If the realm has another clock, or its clock has been set since, both are wrong by the difference.
 */
export const lifeByClock = (
  { at, expiresAt, latency, measured }: Issued,
  realm: Realm,
  own: Measured,
  now: number
): readonly [minimum: number, maximum: number] => {
  const [earliest] = realm.offsetsSince(at)
  // If a clock was set from slow to fast while the token was in transit, it may seem to be correct.
  const isKept = Math.max(measured[0], -measured[1]) > negligible + latency + truncation
  const assumedSkews = isKept ? measured : [...measured, ...own]
  const minimum = Math.min(...assumedSkews, earliest)
  const maximum = Math.max(...assumedSkews)
  const remaining = expiresAt - now
  return [
    remaining + minimum - realm.offset() - truncation,
    remaining + maximum - realm.offset() + latency + truncation
  ]
}
