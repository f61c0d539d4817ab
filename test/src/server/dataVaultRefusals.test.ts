/** Values, keys and secrets that the data vault rejects before it encrypts. docs/laws.md vault-1, vault-2. */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { dataVault } from "../../../src/server/index.ts"
import { CurrentVaultStore, deriveKey, encrypt } from "../../../src/vault/index.ts"
import { asServer, emulated } from "../emulator/support/support.ts"

const entry = { store: "keys", key: "ann/openai", secret: "hXk3cJ9Zq0f6p2T8vN5yR1wLs7uDmE4a" }

/** Runs an effect with a store in memory, and also returns the keys that were used. */
const withStore = <A, E, R>(use: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const values = new Map<string, string>()
    const used: Array<string> = []
    return Effect.map(
      Effect.provideService(use, CurrentVaultStore, {
        get: ({ hashedKey }) =>
          Effect.sync(() => {
            used.push(hashedKey)
            return Option.fromUndefinedOr(values.get(hashedKey))
          }),
        set: ({ hashedKey }, value) =>
          Effect.sync(() => {
            used.push(hashedKey)
            values.set(hashedKey, value)
          })
      }),
      (result) => ({ result, used, values })
    )
  })

describe("the data vault", () => {
  const halves = ["a\ud800b", "\udc00", "\ud83d", "ok \ud83d\udd11 \udd11"]
  for (const half of halves) {
    it.live(`vault-1: half of a surrogate pair is rejected in values, keys, secrets and stores: ${JSON.stringify(half)}`, () =>
      Effect.gen(function*() {
        const wrong = [
          dataVault.set({ ...entry, value: half }),
          dataVault.set({ ...entry, value: Redacted.make(half) }),
          dataVault.set({ ...entry, value: "v", key: half }),
          dataVault.set({ ...entry, value: "v", secret: entry.secret + half }),
          dataVault.set({ ...entry, value: "v", store: half }),
          dataVault.get({ ...entry, key: half }),
          dataVault.get({ ...entry, secret: entry.secret + half }),
          dataVault.get({ ...entry, store: half })
        ]

        const { result, used } = yield* withStore(Effect.forEach(wrong, (each) => Effect.flip(asServer(each))))

        const fields = ["value", "value", "key", "secret", "store", "key", "secret", "store"]
        assert.deepStrictEqual(
          result.map((error) => /(\w+): Expected text without unpaired surrogates/.exec(error.message)?.[1]),
          fields
        )
        assert.deepStrictEqual(used, [])
      }).pipe(Effect.provide(emulated())))
  }

  const weak = ["a", "password", "12345678", "a".repeat(64), "ab".repeat(32), "x".repeat(21), "short secret of 21 ch"]
  for (const secret of weak) {
    it.live(`vault-2: a secret that can be guessed is rejected before a value is encrypted: ${secret}`, () =>
      Effect.gen(function*() {
        const { result, used } = yield* withStore(
          Effect.flip(asServer(dataVault.set({ ...entry, secret, value: "v" })))
        )

        assert.match(
          result.message,
          /^Nothing was sent, because the input is invalid: secret: Expected at least 22 random characters\.$/
        )
        assert.notInclude(result.message, `"${secret}"`)
        assert.deepStrictEqual(used, [])
      }).pipe(Effect.provide(emulated())))
  }

  it.live("vault-2: a value that was encrypted earlier with a weak secret can still be read", () =>
    Effect.gen(function*() {
      const key = yield* Effect.promise(() => deriveKey(entry.key, "a"))
      const encrypted = yield* Effect.promise(() => encrypt(key, "value"))
      const found = yield* Effect.provideService(
        asServer(dataVault.get({ ...entry, secret: "a" })),
        CurrentVaultStore,
        {
          get: ({ hashedKey }) => Effect.succeed(hashedKey === key.hashedKey ? Option.some(encrypted) : Option.none()),
          set: () => Effect.void
        }
      )

      assert.strictEqual(Option.map(found, Redacted.value).pipe(Option.getOrUndefined), "value")
    }).pipe(Effect.provide(emulated())))

  it.live.prop(
    "vault-1: every well-formed value comes back unchanged, and every other value is rejected",
    { value: Arbitrary.schema(Schema.Array(Schema.Literals(["a", "\ud83d", "\udd11", "\ufffd", "é", "\u0000"]))) },
    ({ value }) =>
      Effect.gen(function*() {
        const text = value.join("")
        const { result } = yield* withStore(Effect.gen(function*() {
          const stored = yield* Effect.result(asServer(dataVault.set({ ...entry, value: text })))
          return stored._tag === "Failure" ? undefined : yield* asServer(dataVault.get(entry))
        }))

        const isWellFormed = encodeURIComponentOrUndefined(text) !== undefined
        assert.strictEqual(
          result === undefined ? undefined : Redacted.value(Option.getOrThrow(result)),
          isWellFormed ? text : undefined
        )
      }).pipe(Effect.provide(emulated())),
    { arbitrary: { runs: 20 } } as never
  )
})

const encodeURIComponentOrUndefined = (text: string): string | undefined => {
  try {
    return encodeURIComponent(text)
  } catch {
    return undefined
  }
}
