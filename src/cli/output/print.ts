/** Prints lines on standard output and standard error. */
import * as Effect from "effect/Effect"

/** Prints a line on standard output. */
export const print = (line: string): Effect.Effect<void> => Effect.sync(() => void process.stdout.write(`${line}\n`))

/** Prints a warning on standard error. The command continues. */
export const warn = (line: string): Effect.Effect<void> =>
  Effect.sync(() => void process.stderr.write(`latchkey: ${line}\n`))

/** Returns a sentence such as ` Did you mean login or logout?`, or an empty string without names. */
export const suggestion = (names: ReadonlyArray<string>): string =>
  names.length === 0 ? "" : ` Did you mean ${names.join(" or ")}?`
