/** Colours, line wrapping and progress for terminals. */
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { coloured } from "../help/index.ts"

const paint = (code: number) => (text: string): string =>
  coloured && text !== "" ? `\u001b[${code}m${text}\u001b[0m` : text

export const bold = paint(1)
export const dim = paint(2)
export const red = paint(31)
export const green = paint(32)
export const yellow = paint(33)

/** Colours a line of a diff. */
export const diffLine = (line: string): string =>
  line.startsWith("+") ? green(line) : line.startsWith("-") ? red(line) : dim(line)

const frames = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"

/** Returns the number of columns of a terminal; `undefined` if it is unknown. Some terminals report 0. */
export const columnsOf = (
  { columns, isTTY }: { readonly columns?: number; readonly isTTY?: boolean }
): number | undefined => isTTY === true && columns !== undefined && columns > 0 ? columns : undefined

/** Shortens a text to a number of columns. */
export const cut = (text: string, columns: number | undefined): string =>
  columns === undefined || text.length <= columns ? text : `${text.slice(0, Math.max(0, columns - 1))}…`

/**
 * Splits a text at its spaces into lines of at most `columns` characters. Longer words are not split, and a line has at
 * least 20 characters even if `columns` is less.
 */
export const wrapped = (text: string, columns: number): ReadonlyArray<string> => {
  const lines: Array<string> = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    if (last === undefined || last.length + 1 + word.length > Math.max(20, columns)) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}

/**
 * Shows progress after one second: a spinner in a terminal, removed at the end, or one plain line elsewhere. It is printed on
 * standard error, so that standard output contains only the result.
 */
export const withProgress = (label: string) => <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.scoped(Effect.andThen(Effect.forkScoped(Effect.delay(shown(label), "1 second")), self))

const shown = (label: string): Effect.Effect<void> => {
  if (!process.stderr.isTTY || process.env["TERM"] === "dumb") return write(`${label} …\n`)
  let frame = 0
  return Effect.suspend(() => {
    const columns = columnsOf(process.stderr)
    // a line as wide as the terminal would wrap and could not be removed
    const line = cut(`${frames[frame++ % frames.length]} ${label} …`, columns === undefined ? undefined : columns - 1)
    return write(`\r\u001b[K${line}`)
  }).pipe(
    Effect.repeat(Schedule.spaced("100 millis")),
    Effect.ensuring(write("\r\u001b[K")),
    Effect.asVoid
  )
}

const write = (text: string): Effect.Effect<void> => Effect.sync(() => void process.stderr.write(text))

/** Replaces control characters, which a terminal would interpret, with visible escapes. */
export const plain = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  text.replace(/[\u0000-\u001f\u007f-\u009f]/g, (character) =>
    `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`)
