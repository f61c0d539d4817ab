/** Parses `Retry-After`. RFC 9110 §10.2.3. */

/**
 * Maximum wait in milliseconds that is computed with this machine's clock. A longer wait more likely means that the
 * clock is wrong.
 */
const longestByOwnClock = 600_000

/**
 * Parses a `Retry-After` header to milliseconds: seconds or an HTTP date (RFC 9110 §10.2.3). A date is relative to
 * `date`, the `Date` header of the same response, because the local clock may be wrong. Without a readable `date` it is
 * relative to `now` and limited to 10 minutes. A date in the past is 0. Of several values the first readable one
 * applies; an unreadable header is `undefined`.
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
