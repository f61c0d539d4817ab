/** What the command asks of the terminal: colours, and a line that says it is not dead. */
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

const frames = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"

/**
 * Says what is under way once it has taken a second: a moving line on a terminal, gone at the end, and one plain line
 * where there is none. On standard error, so that the answer has standard output for itself.
 */
export const withProgress = (label: string) => <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.scoped(Effect.andThen(Effect.forkScoped(Effect.delay(told(label), "1 second")), self))

const told = (label: string): Effect.Effect<void> => {
  if (!process.stderr.isTTY) return write(`${label} …\n`)
  let frame = 0
  return Effect.suspend(() => write(`\r${frames[frame++ % frames.length]} ${label} …`)).pipe(
    Effect.repeat(Schedule.spaced("100 millis")),
    Effect.ensuring(write("\r\u001b[K")),
    Effect.asVoid
  )
}

const write = (text: string): Effect.Effect<void> => Effect.sync(() => void process.stderr.write(text))

/** Text for a table's cell, with what a terminal would obey in it made visible. */
export const plain = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  text.replace(/[\u0000-\u001f\u007f-\u009f]/g, (character) =>
    `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`)
