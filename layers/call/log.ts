/**
 * Logs from code that runs in browsers. Lines go to the program's loggers if there are any, otherwise to the console as
 * plain warnings and errors. Effect's default logger writes everything with `console.log`, after a date and a fiber
 * number.
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Console from "effect/Console"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import * as References from "effect/References"

/**
 * Effect's reference `CurrentLoggers` without its default, which would add Effect's logger and formatter (2 kB) to every
 * bundle. A test compares the keys.
 */
export const ChosenLoggers = Context.Reference<ReadonlySet<Logger.Logger<unknown, unknown>> | undefined>(
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

/** Logs a warning. */
export const warn = (...message: ReadonlyArray<unknown>): Effect.Effect<void> => log("Warn", message)

/** Logs an error in the program's own code. */
export const error = (...message: ReadonlyArray<unknown>): Effect.Effect<void> => log("Error", message)

const throttle = new WeakMap<Clock.Clock, Map<string, { readonly at: number; more: number }>>()

/**
 * Writes at most one line of each kind per minute, and reports the number of omitted lines, so that attackers can't
 * flood a log. Kinds are few and fixed, and never contain anything from a request. docs/laws.md S7.
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

/** Logs a warning that attackers can cause: at most one line of each kind per minute. */
export const warnThrottled = (kind: string, message: string): Effect.Effect<void> =>
  throttled(kind, (more) => warn(message + more))
