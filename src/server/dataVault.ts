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
  /** Secret of at least 32 random characters. Values can't be read without it, so keep it as safe as a server key. */
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
    const vaultKey = yield* keyOf(endpoint, entry)
    const text = yield* textOf(endpoint, "value", value)
    const encrypted = yield* attempt(endpoint, () => encrypt(vaultKey, text))
    yield* (yield* CurrentVaultStore).set({ store: entry.store, hashedKey: vaultKey.hashedKey }, encrypted)
  }
)

const textOf = (endpoint: string, name: string, given: SecretInput): Effect.Effect<string, CallError> => {
  const text = secretText(given)
  return text === undefined
    ? Effect.fail(invalidInput(endpoint, name, "Expected a secret as text or wrapped by this copy of effect"))
    : Effect.succeed(text)
}

const keyOf = (endpoint: string, { key, secret }: VaultEntry): Effect.Effect<VaultKey, CallError> =>
  Effect.gen(function*() {
    if (typeof key !== "string" || key === "") {
      return yield* invalidInput(endpoint, "key", "Expected a text that is not empty")
    }
    const text = yield* textOf(endpoint, "secret", secret)
    if (text === "") return yield* invalidInput(endpoint, "secret", "Expected a text that is not empty")
    return yield* attempt(endpoint, () => deriveKey(key, text))
  })

/** Runs cryptography, which fails only in a runtime without WebCrypto. */
const attempt = <A>(endpoint: string, run: () => Promise<A>): Effect.Effect<A, CallError> =>
  Effect.tryPromise({
    try: run,
    catch: (reason) => new CallError({ endpoint, reason: reason as InvalidConfiguration })
  })
