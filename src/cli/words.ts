/** What the command says. */
import * as Effect from "effect/Effect"

/** A line on standard output. */
export const say = (line: string): Effect.Effect<void> => Effect.sync(() => void process.stdout.write(`${line}\n`))

/** A line on standard error: something is wrong, and the command goes on. */
export const warn = (line: string): Effect.Effect<void> =>
  Effect.sync(() => void process.stderr.write(`latchkey: ${line}\n`))

/** ` Did you mean this or that?`, or nothing. */
export const meant = (names: ReadonlyArray<string>): string =>
  names.length === 0 ? "" : ` Did you mean ${names.join(" or ")}?`
