/**
 * Set-up file for all tests. A test fails if its output contains a string that was made `Redacted` in the same worker.
 * The output includes the console, loggers and streams. docs/laws.md P1. `secrecy.test.ts` also checks spans, metrics
 * and errors.
 */
import * as Redacted from "effect/Redacted"
import { formatWithOptions } from "node:util"
import { afterEach, assert } from "vitest"

/** Minimum length of a string. Shorter strings also occur in other output. */
const shortest = 12

declare global {
  var redactedTexts: Set<string> | undefined
  var printedTexts: Array<string> | undefined
}

/** Global, because set-up files run before each test file, but a worker loads other modules only once. */
const texts = globalThis.redactedTexts ??= (() => {
  const known = new Set<string>()
  const { set } = WeakMap.prototype
  // `Redacted.make` stores its values in a WeakMap
  Object.assign(WeakMap.prototype, {
    set(this: WeakMap<WeakKey, unknown>, key: WeakKey, value: unknown) {
      if (typeof value === "string" && value.length >= shortest && Redacted.isRedacted(key)) known.add(value)
      return set.call(this, key, value)
    }
  })
  return known
})()

const printed = globalThis.printedTexts ??= (() => {
  const output: Array<string> = []
  for (const name of ["debug", "dir", "error", "group", "info", "log", "table", "trace", "warn"] as const) {
    const print = console[name]
    console[name] = (...what: ReadonlyArray<unknown>) => {
      output.push(formatWithOptions({ depth: 8, showHidden: true }, ...what))
      print.apply(console, what as [])
    }
  }
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write
    stream.write = ((chunk: string | Uint8Array, ...rest: ReadonlyArray<never>) => {
      output.push(typeof chunk === "string" ? chunk : new TextDecoder().decode(chunk))
      return write.call(stream, chunk, ...rest)
    }) as typeof write
  }
  return output
})()

afterEach(() => {
  const output = printed.splice(0).join("\n")
  if (output === "") return
  const shown = [...texts].filter((text) => output.includes(text))
  assert.isEmpty(shown, "the test's output contains secrets")
})
