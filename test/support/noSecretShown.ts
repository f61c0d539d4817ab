/**
 * Listens to the whole suite: whatever a test prints, by the console, a logger or a stream, holds no text that anything
 * in the same worker has made `Redacted`. A set-up file. docs/laws.md P1; `secrecy.test.ts` looks further, into spans,
 * metrics and errors.
 */
import * as Redacted from "effect/Redacted"
import { formatWithOptions } from "node:util"
import { afterEach, assert } from "vitest"

/** Shorter texts are parts of others. */
const shortest = 12

declare global {
  var redactedTexts: Set<string> | undefined
  var printedTexts: Array<string> | undefined
}

/** Modules are loaded once a worker, but set-up files run before each test file. */
const texts = globalThis.redactedTexts ??= (() => {
  const known = new Set<string>()
  const { set } = WeakMap.prototype
  // where `Redacted.make` puts what it hides
  Object.assign(WeakMap.prototype, {
    set(this: WeakMap<WeakKey, unknown>, key: WeakKey, value: unknown) {
      if (typeof value === "string" && value.length >= shortest && Redacted.isRedacted(key)) known.add(value)
      return set.call(this, key, value)
    }
  })
  return known
})()

const printed = globalThis.printedTexts ??= (() => {
  const said: Array<string> = []
  for (const name of ["debug", "dir", "error", "group", "info", "log", "table", "trace", "warn"] as const) {
    const print = console[name]
    console[name] = (...what: ReadonlyArray<unknown>) => {
      said.push(formatWithOptions({ depth: 8, showHidden: true }, ...what))
      print.apply(console, what as [])
    }
  }
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write
    stream.write = ((chunk: string | Uint8Array, ...rest: ReadonlyArray<never>) => {
      said.push(typeof chunk === "string" ? chunk : new TextDecoder().decode(chunk))
      return write.call(stream, chunk, ...rest)
    }) as typeof write
  }
  return said
})()

afterEach(() => {
  const said = printed.splice(0).join("\n")
  if (said === "") return
  const shown = [...texts].filter((text) => said.includes(text))
  assert.isEmpty(shown, "what the test printed shows secrets")
})
