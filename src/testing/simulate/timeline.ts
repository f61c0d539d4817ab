/** The events of a run in order, and their text form. */

/** An entry of a timeline. */
export interface TimelineEntry {
  /** Milliseconds since the start of the run. */
  readonly at: number
  /** Tab, device or `platform`. */
  readonly where: string
  readonly kind: "action" | "fault" | "request" | "session"
  readonly what: string
}

export interface Timeline {
  readonly entries: ReadonlyArray<TimelineEntry>
  /** Milliseconds since the start of the run. */
  readonly now: () => number
  readonly add: (where: string, kind: TimelineEntry["kind"], what: string) => void
}

export const timelineOf = (time: { readonly now: () => number }): Timeline => {
  const start = time.now()
  const entries: Array<TimelineEntry> = []
  const now = () => time.now() - start
  return { entries, now, add: (where, kind, what) => void entries.push({ at: now(), where, kind, what }) }
}

/** Prints a timeline, one line per entry: the time, the place, and what happened. */
export const printed = (entries: ReadonlyArray<TimelineEntry>): string => {
  const width = Math.max(...entries.map(({ where }) => where.length))
  return entries.map(({ at, kind, what, where }) =>
    `  ${clockTime(at)}  ${where.padEnd(width)}  ${kind === "request" ? "  " : kind === "fault" ? "! " : ""}${what}`
  ).join("\n")
}

/** Formats a number of milliseconds as `hh:mm:ss.mmm`. */
const clockTime = (millis: number): string => {
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0")
  const [hours, minutes, seconds] = [millis / 3_600_000, (millis / 60_000) % 60, (millis / 1000) % 60]
  return `${two(hours)}:${two(minutes)}:${two(seconds)}.${String(millis % 1000).padStart(3, "0")}`
}
