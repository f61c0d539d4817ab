/**
 * Encrypted values, such as your users' keys for other services. Keys and values are encrypted in this process with a
 * secret that the platform never receives. Later revisions of the platform only.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as DataVault from "../../schemas/endpoints/dataVault.ts"
import type { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import { CallError } from "../../schemas/errors/CallError.ts"
import { type SecretInput, secretText } from "../../schemas/secrets.ts"
import { invalidInput } from "../errors/index.ts"
import { CurrentVaultStore, decrypt, deriveKey, encrypt, type VaultKey } from "../vault/index.ts"

/** A value in the vault. */
export interface VaultEntry {
  /** Id of the store. Create stores in the dashboard, or in the configuration under `dataVault.stores`. */
  readonly store: string
  /** Your name for the value: `user-42/openai`. The platform receives a hash of it. */
  readonly key: string
  /**
   * Secret of at least 32 random characters. Values can't be read without it, so keep it as safe as a server key. `set`
   * refuses secrets that can be guessed: fewer than 22 characters, or fewer than 8 different ones.
   */
  readonly secret: SecretInput
}

/**
 * Returns a value, or `None` if the key has none. Fails with `DataVaultValueUnreadable` if the value was encrypted with
 * another secret, and with `DataVaultStoreDoesNotExist`. Deriving the key takes tens of milliseconds of CPU time.
 */
export const get = Effect.fn("server.dataVault.get")(function*(entry: VaultEntry) {
  const vaultKey = yield* keyOf(DataVault.get.spec.name, entry)
  const stored = yield* (yield* CurrentVaultStore).get({ store: entry.store, hashedKey: vaultKey.hashedKey })
  return Option.isNone(stored)
    ? Option.none<Redacted.Redacted>()
    : Option.some(yield* decrypt(vaultKey, stored.value))
})

/** Encrypts and stores a value, replacing the previous one. The platform can't delete or list values. */
export const set = Effect.fn("server.dataVault.set")(
  function*({ value, ...entry }: VaultEntry & { readonly value: SecretInput }) {
    const endpoint = DataVault.set.spec.name
    const text = yield* textOf(endpoint, "value", value)
    if (isWeak(yield* textOf(endpoint, "secret", entry.secret))) {
      return yield* invalidInput(endpoint, "secret", `Expected at least ${shortest} random characters`)
    }
    const vaultKey = yield* keyOf(endpoint, entry)
    const encrypted = yield* attempt(endpoint, () => encrypt(vaultKey, text))
    yield* (yield* CurrentVaultStore).set({ store: entry.store, hashedKey: vaultKey.hashedKey }, encrypted)
  }
)

/** Number of characters that 128 random bits take up in base64. */
const shortest = 22

/** Whether a secret can be guessed. Values that were encrypted with a weak secret earlier can still be read. */
const isWeak = (secret: string): boolean => secret.length < shortest || new Set(secret).size < 8

const textOf = (endpoint: string, name: string, given: SecretInput): Effect.Effect<string, CallError> => {
  const text = secretText(given)
  return text === undefined
    ? Effect.fail(invalidInput(endpoint, name, "Expected a secret as text or wrapped by this copy of effect"))
    : wellFormed(endpoint, name, text)
}

/** UTF-8 can't represent half of a surrogate pair, so the value would be changed, and different keys would be equal. */
const wellFormed = (endpoint: string, name: string, text: string): Effect.Effect<string, CallError> =>
  /\p{Surrogate}/u.test(text)
    ? Effect.fail(invalidInput(endpoint, name, "Expected text without unpaired surrogates"))
    : Effect.succeed(text)

const nonEmpty = (endpoint: string, name: string, text: unknown): Effect.Effect<string, CallError> =>
  typeof text === "string" && text !== ""
    ? wellFormed(endpoint, name, text)
    : Effect.fail(invalidInput(endpoint, name, "Expected a non-empty string"))

const keyOf = (endpoint: string, { key, secret, store }: VaultEntry): Effect.Effect<VaultKey, CallError> =>
  Effect.gen(function*() {
    yield* wellFormed(endpoint, "store", store)
    const name = yield* nonEmpty(endpoint, "key", key)
    const text = yield* nonEmpty(endpoint, "secret", yield* textOf(endpoint, "secret", secret))
    return yield* attempt(endpoint, () => deriveKey(name, text))
  })

/** Runs cryptography, which fails only in a runtime without WebCrypto. */
const attempt = <A>(endpoint: string, run: () => Promise<A>): Effect.Effect<A, CallError> =>
  Effect.tryPromise({
    try: run,
    catch: (reason) => new CallError({ endpoint, reason: reason as InvalidConfiguration })
  })
