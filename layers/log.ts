/**
 * Log lines from code that runs in browsers: to the loggers that a program has chosen, else to its console. What
 * `Effect.logWarning` would add to every bundle, Effect's own loggers and what they print causes with, weighs 2 kB;
 * `Effect.ignore` brings them along too.
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
