/** The parts that sentences of several errors share. Each copes with a detail that could not be read. */

/** `permission "read"`, or just `permission` when the platform did not say which. */
export const named = (what: string, name: string | null | undefined): string => name ? `${what} "${name}"` : what

/** ` at 2026-04-01T12:00:00.000Z`, or nothing. */
export const at = (time: Date | null | undefined): string =>
  time && !Number.isNaN(time.getTime()) ? ` at ${time.toISOString()}` : ""

/** `: the reason`, or nothing. A sentence follows, so a missing full stop is added. */
export const because = (reason: string | undefined): string => {
  const text = reason?.trim()
  return !text ? "." : /[.!?]$/.test(text) ? `: ${text}` : `: ${text}.`
}
