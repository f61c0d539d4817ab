import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { afterEach, vi } from "vitest"
import { MfaAttempt } from "../../../layers/session/MfaAttempt.ts"
import * as Client from "../../../src/programs/Client.ts"
import { baseUrl, projectId, publishableClientKey } from "../../support/contract/project.ts"

afterEach(() => vi.unstubAllGlobals())

/** Stubs a tab with these entries in its session storage. */
const inTab = (entries: { readonly [name: string]: string } = {}) => {
  const stored = new Map(Object.entries(entries))
  vi.stubGlobal("document", {})
  vi.stubGlobal("sessionStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name)
  })
  return stored
}

const code = "a".repeat(45)

const peek = Effect.map(MfaAttempt.use((attempt) => attempt.peek), Option.map(Redacted.value))

const keep = MfaAttempt.use((attempt) => attempt.keep(Redacted.make(code)))

const clear = MfaAttempt.use((attempt) => attempt.clear)

describe("MfaAttempt", () => {
  it.effect("the MFA attempt's code stays in the tab's session storage until it is cleared", () =>
    Effect.gen(function*() {
      const stored = inTab()

      yield* keep
      const waiting = [yield* peek, yield* peek]
      const entries = [...stored]
      yield* clear

      assert.deepStrictEqual(waiting, [Option.some(code), Option.some(code)])
      assert.deepStrictEqual(entries, [["stack_mfa_attempt_code", code]])
      assert.deepStrictEqual([...stored], [])
    }))

  it.effect("an MFA attempt's code that a newer client stored can be read and cleared", () =>
    Effect.gen(function*() {
      const stored = inTab({ hexclave_mfa_attempt_code: code })

      assert.deepStrictEqual(yield* peek, Option.some(code))
      yield* clear

      assert.deepStrictEqual([...stored], [])
    }))

  it.effect("without a client, the MFA attempt's code is not stored, because every user of the process would share it", () =>
    Effect.gen(function*() {
      yield* keep

      assert.deepStrictEqual(yield* peek, Option.none())
      yield* clear
    }))

  const client = Client.layer({ projectId, publishableClientKey, baseUrl })

  it.effect("outside a browser, the MFA attempt's code stays in the client's memory until it is cleared", () =>
    Effect.gen(function*() {
      yield* keep
      const waiting = [yield* peek, yield* peek]
      yield* clear

      assert.deepStrictEqual(waiting, [Option.some(code), Option.some(code)])
      assert.deepStrictEqual(yield* peek, Option.none())
    }).pipe(Effect.provide(client)))

  it.effect("the MFA attempts of two clients have separate codes", () =>
    Effect.gen(function*() {
      yield* keep

      const elsewhere = yield* Effect.provide(peek, Client.layer({ projectId, publishableClientKey, baseUrl }), {
        local: true
      })

      assert.deepStrictEqual(elsewhere, Option.none())
    }).pipe(Effect.provide(client)))

  it.effect("an MFA attempt's code in memory is dropped after 5 minutes, when it expires on the platform", () =>
    Effect.gen(function*() {
      yield* keep

      yield* TestClock.adjust("299999 millis")
      assert.deepStrictEqual(yield* peek, Option.some(code))

      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(yield* peek, Option.none())
    }).pipe(Effect.provide(client)))

  it.effect("the MFA attempt's code stays in memory in a browser that forbids session storage", () =>
    Effect.gen(function*() {
      inTab()
      const forbid = () => {
        throw new DOMException("The operation is insecure.", "SecurityError")
      }
      vi.stubGlobal("sessionStorage", { getItem: forbid, setItem: forbid, removeItem: forbid })

      yield* keep
      assert.deepStrictEqual(yield* peek, Option.some(code))

      yield* clear
      assert.deepStrictEqual(yield* peek, Option.none())
    }).pipe(Effect.provide(client)))
})
