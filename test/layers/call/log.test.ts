import { assert, describe, it } from "@effect/vitest"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import * as TestClock from "effect/testing/TestClock"
import * as log from "../../../layers/call/log.ts"

/** A console and a logger that collect their lines. */
const collected = () => {
  const lines: Array<string> = []
  const console = {
    ...globalThis.console,
    warn: (...args: ReadonlyArray<unknown>) => void lines.push(`console.warn ${args.join(" ")}`),
    error: (...args: ReadonlyArray<unknown>) => void lines.push(`console.error ${args.join(" ")}`)
  }
  const logger = Logger.make(({ logLevel, message }) => void lines.push(`${logLevel} ${[message].flat().join(" ")}`))
  return { lines, logger, onConsole: Effect.provideService(Console.Console, console) }
}

const both = Effect.andThen(log.warn("the store is full"), log.error("a listener threw", 7))

describe("log", () => {
  it("the log finds the program's loggers under the key that Effect itself uses", () => {
    assert.strictEqual(log.ChosenLoggers.key, References.CurrentLoggers.key)
  })

  it.effect("the log writes to the program's own loggers instead of the console", () =>
    Effect.gen(function*() {
      const { lines, logger, onConsole } = collected()

      yield* both.pipe(Effect.provide(Logger.layer([logger])), onConsole)

      assert.deepStrictEqual(lines, ["Warn the store is full", "Error a listener threw 7"])
    }))

  it("the log writes to the console if the program has no loggers of its own", async () => {
    const { lines, onConsole } = collected()

    await Effect.runPromise(onConsole(both))

    assert.deepStrictEqual(lines, ["console.warn the store is full", "console.error a listener threw 7"])
  })

  it.effect("the log writes to Effect's default loggers and to a logger that the program adds to them", () =>
    Effect.gen(function*() {
      const { lines, logger, onConsole } = collected()

      yield* Effect.withLogger(both, logger).pipe(onConsole)

      assert.deepStrictEqual(lines, ["Warn the store is full", "Error a listener threw 7"])
    }))

  it.effect("S7: the log writes one line per kind and minute for events that unauthenticated requests can cause, with the number of suppressed lines", () =>
    Effect.gen(function*() {
      const { lines, logger } = collected()
      const warnings = Effect.all([
        log.warnThrottled("header", "it is malformed"),
        log.warnThrottled("store", "it is full")
      ])

      yield* Effect.gen(function*() {
        for (let at = 0; at < 100; at++) yield* warnings
        yield* TestClock.adjust("59999 millis")
        yield* warnings
        yield* TestClock.adjust("1 millis")
        yield* warnings
        yield* TestClock.adjust("2 minutes")
        yield* warnings
        yield* TestClock.setTime(0)
        yield* warnings
      }).pipe(Effect.provide(Logger.layer([logger])))

      assert.deepStrictEqual(lines.filter((line) => line.includes("malformed")), [
        "Warn it is malformed",
        "Warn it is malformed (100 more like this since the last one)",
        "Warn it is malformed",
        "Warn it is malformed"
      ])
      assert.strictEqual(lines.filter((line) => line.includes("full")).length, 4)
    }))

  it.effect("the log writes nothing below the program's minimum level", () =>
    Effect.gen(function*() {
      const { lines, logger } = collected()

      yield* both.pipe(
        Effect.provide(Logger.layer([logger])),
        Effect.provideService(References.MinimumLogLevel, "Error")
      )

      assert.deepStrictEqual(lines, ["Error a listener threw 7"])
    }))
})
