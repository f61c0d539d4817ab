/** What a `Retry-After` header asks for. RFC 9110 §10.2.3. */

/** Milliseconds. A longer wait that only this machine's clock speaks for is more likely a clock that is wrong. */
const longestByOwnClock = 600_000

/**
 * What a `Retry-After` header asks for, in milliseconds: seconds or an HTTP date (RFC 9110 §10.2.3). A date counts from
 * `date`, the `Date` header of the same answer, for the clock here may be wrong. Without a readable one it counts from
 * `now`, and is believed up to 10 minutes. A date in the past is 0. Of several values the first readable one counts; an
 * unreadable header is `undefined`.
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
