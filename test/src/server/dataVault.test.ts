/** Encrypted values of the data vault. docs/platform.md §22. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Hex from "effect/encoding/Hex"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as KeyValueStore from "effect/persistence/KeyValueStore"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { inspect } from "node:util"
import * as VaultEndpoints from "../../../schemas/endpoints/dataVault.ts"
import { Emulator } from "../../../src/emulator/index.ts"
import { VaultStoreFailed } from "../../../src/errors/index.ts"
import * as dataVault from "../../../src/server/dataVault.ts"
import { decrypt, deriveKey, encrypt, VaultStore } from "../../../src/vault/index.ts"
import { overBothTransports } from "../../support/platform/transports.ts"
import { asServer } from "../emulator/support/support.ts"

const bytes = (hex: string) => Uint8Array.from(Result.getOrThrow(Hex.decode(hex)))

describe("the data vault's encryption", () => {
  const hashedKey = "8JMScvZlfqwTqpVttA9MKW0E8TnZfSFO879Fh1MtQK0="
  const encrypted = "AQAAAQIDBAUGBwgJCgsMDQ4PZGVmZ2hpamtsbW5vg6RjMDh7SwEEi7gWV0TMbTHUu7P5Cf+WY3GgHBx0WQ=="
  const random = { salt: bytes("000102030405060708090a0b0c0d0e0f"), iv: bytes("6465666768696a6b6c6d6e6f") }
  const key = Effect.promise(() => deriveKey("user-42/openai", "test-secret"))

  it.live("the data vault hashes keys and encrypts values like the platform's own SDK", () =>
    Effect.gen(function*() {
      const vaultKey = yield* key
      const value = yield* decrypt(vaultKey, encrypted)

      assert.strictEqual(vaultKey.hashedKey, hashedKey)
      assert.strictEqual(yield* Effect.promise(() => encrypt(vaultKey, "sk-привет", random)), encrypted)
      assert.strictEqual(Redacted.value(value), "sk-привет")
    }))

  it.live("the data vault encrypts the same value differently each time", () =>
    Effect.gen(function*() {
      const vaultKey = yield* key
      const [first, second] = yield* Effect.promise(() =>
        Promise.all([encrypt(vaultKey, "same"), encrypt(vaultKey, "same")])
      )
      assert.notStrictEqual(first, second)
    }))

  it.live("the data vault rejects a value that was changed, truncated, of another version or encrypted with another secret", () =>
    Effect.gen(function*() {
      const vaultKey = yield* key
      const other = yield* Effect.promise(() => deriveKey("user-42/openai", "another secret"))
      const attempts = [
        decrypt(vaultKey, encrypted.replace("g6Rj", "g6Rk")),
        decrypt(vaultKey, encrypted.slice(0, 40)),
        decrypt(vaultKey, `Ag${encrypted.slice(2)}`),
        decrypt(vaultKey, "not base64!"),
        decrypt(other, encrypted)
      ]
      for (const attempt of attempts) {
        assert.strictEqual((yield* Effect.flip(attempt))._tag, "DataVaultValueUnreadable")
      }
    }))
})

overBothTransports(({ emulated }) => {
  const vault = emulated({ dataVaultStores: ["keys", "more"] })
  const entry = { store: "keys", key: "ann/openai", secret: "a secret of the back end" }

  describe("server.dataVault", () => {
    it.live("server.dataVault returns the value that was stored last, for each store", () =>
      Effect.gen(function*() {
        yield* dataVault.set({ ...entry, value: "first" })
        yield* dataVault.set({ ...entry, value: "second" })
        yield* dataVault.set({ ...entry, store: "more", value: "elsewhere" })

        const values = yield* Effect.forEach(["keys", "more"], (store) => dataVault.get({ ...entry, store }))
        assert.deepStrictEqual(values.map(Option.map(Redacted.value)), [
          Option.some("second"),
          Option.some("elsewhere")
        ])
      }).pipe(asServer, Effect.provide(vault)))

    it.live("server.dataVault returns none for a key or secret without a value", () =>
      Effect.gen(function*() {
        yield* dataVault.set({ ...entry, value: "first" })

        assert.isTrue(Option.isNone(yield* dataVault.get({ ...entry, key: "bob/openai" })))
        assert.isTrue(Option.isNone(yield* dataVault.get({ ...entry, secret: "another secret" })))
      }).pipe(asServer, Effect.provide(vault)))

    it.live("server.dataVault fails for a store that the project lacks", () =>
      Effect.gen(function*() {
        const unknown = { ...entry, store: "unknown" }
        for (const call of [dataVault.get(unknown), dataVault.set({ ...unknown, value: "first" })]) {
          assert.strictEqual((yield* Effect.flip(call))._tag, "DataVaultStoreDoesNotExist")
        }
      }).pipe(asServer, Effect.provide(vault)))

    it.live("S1: a vault store receives neither the key nor the secret nor the value, and a read value is not printed", () =>
      Effect.gen(function*() {
        const platform = yield* VaultStore.VaultStore
        const received: Array<unknown> = []
        const recording = Layer.succeed(VaultStore.VaultStore, {
          get: (place) => platform.get(received[received.push(place) - 1] as typeof place),
          set: (place, encrypted) =>
            Effect.andThen(Effect.sync(() => received.push(place, encrypted)), platform.set(place, encrypted))
        })
        const value = yield* dataVault.set({ ...entry, value: "sk-of-ann" }).pipe(
          Effect.andThen(dataVault.get(entry)),
          Effect.provide(recording)
        )

        assert.lengthOf(received, 3)
        for (const secret of ["ann/openai", "a secret of", "sk-of-ann"]) {
          assert.notInclude(JSON.stringify(received), secret)
          assert.notInclude(JSON.stringify(received), btoa(secret))
        }
        assert.notInclude(inspect(value, { depth: 9 }) + JSON.stringify(value), "sk-of-ann")
      }).pipe(asServer, Effect.provide(vault)))

    it.live("server.dataVault rejects an empty key and an empty secret before any request", () =>
      Effect.gen(function*() {
        for (const wrong of [{ ...entry, key: "" }, { ...entry, secret: "" }]) {
          const error = yield* Effect.flip(dataVault.get(wrong))
          assert.include(error.message, "Expected a non-empty string")
        }
        assert.lengthOf((yield* Emulator).requests.list(), 0)
      }).pipe(asServer, Effect.provide(vault)))
  })

  describe("VaultStore.layerKeyValue", () => {
    it.live("values in a custom store can be moved to the platform", () =>
      Effect.gen(function*() {
        const own = VaultStore.layerKeyValue().pipe(Layer.provideMerge(KeyValueStore.layerMemory))
        const { hashedKey, stored } = yield* Effect.gen(function*() {
          yield* dataVault.set({ ...entry, value: "first" })
          assert.deepStrictEqual(Option.map(yield* dataVault.get(entry), Redacted.value), Option.some("first"))
          const { hashedKey } = yield* Effect.promise(() => deriveKey(entry.key, entry.secret))
          return { hashedKey, stored: yield* (yield* VaultStore.VaultStore).get({ store: "keys", hashedKey }) }
        }).pipe(Effect.provide(own))
        const before = yield* dataVault.get(entry)
        yield* VaultEndpoints.set({ id: "keys", hashedKey, encryptedValue: Option.getOrThrow(stored) })

        assert.isTrue(Option.isNone(before))
        assert.deepStrictEqual(Option.map(yield* dataVault.get(entry), Redacted.value), Option.some("first"))
      }).pipe(asServer, Effect.provide(vault)))

    it.live("a store that fails makes server.dataVault fail with its cause", () =>
      Effect.gen(function*() {
        const broken = Layer.succeed(VaultStore.VaultStore, {
          get: () => Effect.fail(new VaultStoreFailed({ cause: "disk" })),
          set: () => Effect.fail(new VaultStoreFailed({ cause: "disk" }))
        })
        const error = yield* Effect.flip(dataVault.get(entry)).pipe(Effect.provide(broken))
        assert.strictEqual(error._tag, "VaultStoreFailed")
      }).pipe(asServer, Effect.provide(vault)))
  })
})
