/**
 * Log lines from code that runs in browsers: to the loggers that a program has chosen, else to its console, where a
 * warning is a warning and says its sentence alone. Effect's default logger, which `Effect.logWarning` goes to there, has
 * `console.log` for everything, behind a date and the number of a fiber.
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Console from "effect/Console"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import * as References from "effect/References"

/** Effect's own reference without Effect's default for it: a reference is known by its key. */
const ChosenLoggers = Context.Reference<ReadonlySet<Logger.Logger<unknown, unknown>> | undefined>(
  "effect/Logger/CurrentLoggers",
  { defaultValue: () => undefined }
)

const log = (logLevel: "Warn" | "Error", message: ReadonlyArray<unknown>): Effect.Effect<void> =>
  Effect.withFiber((fiber) => {
    if (LogLevel.isGreaterThan(fiber.getRef(References.MinimumLogLevel), logLevel)) return Effect.void
    const loggers = fiber.getRef(ChosenLoggers)
    if (loggers === undefined) {
      fiber.getRef(Console.Console)[logLevel === "Warn" ? "warn" : "error"](...message)
      return Effect.void
    }
    const date = new Date(fiber.getRef(Clock.Clock).currentTimeMillisUnsafe())
    for (const logger of loggers) logger.log({ message, logLevel, cause: Cause.empty, fiber, date })
    return Effect.void
  })

/** Something is not as it should be, and the program goes on. */
export const warn = (...message: ReadonlyArray<unknown>): Effect.Effect<void> => log("Warn", message)

/** Code of the program's own did what it should not. */
export const error = (...message: ReadonlyArray<unknown>): Effect.Effect<void> => log("Error", message)

const throttle = new WeakMap<Clock.Clock, Map<string, { readonly at: number; more: number }>>()

/**
 * Writes one line of a kind a minute, and tells it how many there would have been besides: whoever can cause lines must
 * not fill a log. Kinds are few and fixed, never what a request says. docs/laws.md S7.
 */
export const throttled = (kind: string, write: (more: string) => Effect.Effect<void>): Effect.Effect<void> =>
  Effect.withFiber((fiber) => {
    const clock = fiber.getRef(Clock.Clock)
    const now = clock.currentTimeMillisUnsafe()
    let kinds = throttle.get(clock)
    if (kinds === undefined) throttle.set(clock, kinds = new Map())
    const last = kinds.get(kind)
    if (last !== undefined && now >= last.at && now - last.at < 60_000) {
      last.more++
      return Effect.void
    }
    kinds.set(kind, { at: now, more: 0 })
    return write(last === undefined || last.more === 0 ? "" : ` (${last.more} more like this since the last one)`)
  })

/** {@link warn} for what strangers can cause: one line of a kind a minute. */
export const warnThrottled = (kind: string, message: string): Effect.Effect<void> =>
  throttled(kind, (more) => warn(message + more))
