/** How the tour prints: one line a step, with what came of it and how long it took. */
import * as Clock from "effect/Clock"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"

const colours = process.stdout.isTTY && process.env["NO_COLOR"] === undefined
const paint = (code: number) => (text: string) => colours ? `\u001b[${code}m${text}\u001b[0m` : text

export const bold = paint(1)
export const dim = paint(2)
const green = paint(32)

const width = 34

/** Runs a step and prints what `result` says of its value. */
export const step = <A, E, R>(
  title: string,
  run: Effect.Effect<A, E, R>,
  result: (value: A) => string
): Effect.Effect<A, E, R> =>
  Effect.gen(function*() {
    const started = yield* Clock.currentTimeMillis
    const value = yield* run
    const time = `${(yield* Clock.currentTimeMillis) - started} ms`
    yield* Console.log(`${green("✓")} ${title.padEnd(width)} ${dim(time.padStart(8))}  ${result(value)}`)
    return value
  })

/** A line below a step. */
export const note = (text: string): Effect.Effect<void> =>
  Console.log(`  ${" ".repeat(width)} ${" ".repeat(8)}  ${dim(text)}`)

/** A heading. */
export const heading = (text: string): Effect.Effect<void> => Console.log(`\n${bold(text)}`)
