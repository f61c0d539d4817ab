/** How long a token still lives in the eyes of a realm whose clock is wrong, or was when the token came. docs/laws.md F1, F2. */
import type { Issued, Measured } from "./network.ts"
import type { Realm } from "./realm.ts"

/** Issue times are whole seconds. */
const truncation = 1000

/** A clock that is off by less is taken for a right one: nothing of it is kept with the session. */
const negligible = 5000

/**
 * The least and the most milliseconds of life that a realm may take a token for. They are those that it has where the clock
 * is the one that measured the token, but for the second that issue times are cut to and the time that the answer took;
 * a realm whose clock is another one, or was set meanwhile, is off by the difference.
 */
export const lifeByClock = (
  { at, expiresAt, latency, measured }: Issued,
  realm: Realm,
  own: Measured,
  now: number
): readonly [least: number, most: number] => {
  const [earliest] = realm.offsetsSince(at)
  // a clock that was set while the token came, from behind to ahead, may be taken for a right one
  const isKept = Math.max(measured[0], -measured[1]) > negligible + latency + truncation
  const believed = isKept ? measured : [...measured, ...own]
  const least = Math.min(...believed, earliest)
  const most = Math.max(...believed)
  const left = expiresAt - now
  return [left + least - realm.offset() - truncation, left + most - realm.offset() + latency + truncation]
}
