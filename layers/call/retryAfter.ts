/** The wait after a 429: `Retry-After` (RFC 9110 §10.2.3), and how long it closes the gate. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Permit } from "./RateLimitGate.ts"
import type { AttemptFailure } from "./RetryPolicy.ts"

/**
 * Maximum wait in milliseconds when computed with this machine's clock. A longer wait probably means that the clock is
 * wrong.
 */
const longestByOwnClock = 600_000

/**
 * Parses a `Retry-After` header to milliseconds: seconds or an HTTP date (RFC 9110 §10.2.3). A date is relative to
 * `date`, the `Date` header of the same response, because the local clock may be wrong. Without a readable `date` it is
 * relative to `now` and limited to 10 minutes. A date in the past gives 0. If there are several values, the first
 * readable one applies. Returns `undefined` for an unreadable header.
 */
export const retryAfterMillis = (
  header: string | null | undefined,
  now: number,
  date?: string | null
): number | undefined => {
  // Repeated headers arrive joined by commas, and most dates have a comma of their own.
  for (const candidate of header?.match(/\s*[A-Za-z]{3,9}, \d\d[ -][^,]+|[^,]+/g) ?? []) {
    const text = candidate.trim()
    if (/^\d{1,15}(?:\.\d{1,9})?$/.test(text)) return Number(text) * 1000
    const until = httpDate(text)
    if (!Number.isNaN(until)) {
      const sent = httpDate(date ?? "")
      if (!Number.isNaN(sent)) return Math.max(0, until - sent)
      return until - now > longestByOwnClock ? undefined : Math.max(0, until - now)
    }
  }
  return undefined
}

const httpDate = (text: string): number =>
  /^[A-Za-z]{3,9},? /.test(text) ? Date.parse(text.endsWith("GMT") ? text : `${text} GMT`) : NaN

// --- how long a 429 closes the gate ---

/*
 * With `Retry-After`, the gate closes for that time as soon as the response is read. Without it, the gate closes for
 * the delay of the call's policy, which is known after the attempt has ended. docs/laws.md B8, B10.
 */

type Failed = Pick<AttemptFailure, "kind" | "retryAfterMillis">

/** Closes the gate for the time in the response, if it has one. */
export const closeGateForResponse = ({ retryAfterMillis }: Failed, permit: Permit): Effect.Effect<unknown> =>
  retryAfterMillis ? permit.rateLimited(Duration.millis(retryAfterMillis)) : Effect.void

/** Closes the gate for the delay of the call's policy, if the response has no time. */
export const closeGateForDelay = (
  { kind, permit, retryAfterMillis }: Failed & { readonly permit?: Permit | undefined },
  delay: Duration.Duration
): Effect.Effect<unknown> =>
  kind === "RateLimited" && !retryAfterMillis && permit !== undefined ? permit.rateLimited(delay) : Effect.void
