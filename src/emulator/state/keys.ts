/** Signing keys of access tokens: ES256, two per audience, generated on first use. docs/platform.md §6. */
import * as Effect from "effect/Effect"
import { calculateJwkThumbprint, type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from "jose"

/** Key pair with its public key as a JWK (RFC 7517). */
export interface SigningKey {
  readonly kid: string
  readonly privateKey: CryptoKey
  readonly publicKey: CryptoKey
  readonly jwk: JWK
}

/** Signing keys by audience. The first key of an audience signs. */
export interface KeyRing {
  readonly of: (audience: string) => Effect.Effect<ReadonlyArray<SigningKey>>
  /** Exports the private keys generated so far, by audience. */
  readonly save: () => Promise<SavedKeys>
  /** Replaces all keys with saved ones. Rejects if a saved key is malformed. */
  readonly load: (saved: SavedKeys) => Promise<void>
  /** Cache of tokens verified with these keys, newest last. Cleared by {@link KeyRing.load}. */
  readonly known: Map<string, KnownToken>
}

/** Claims of a token with a verified signature. */
export interface KnownToken {
  readonly projectId: string
  readonly userId: string
  readonly sessionId: string
  readonly isAnonymous: boolean
  readonly restriction: "anonymous" | "email_not_verified" | "restricted_by_administrator" | undefined
  readonly issuer: string
  /** Seconds since the epoch. */
  readonly expiresAt: number
}

/** Private keys as JWKs (RFC 7517), by audience. */
export interface SavedKeys {
  readonly [audience: string]: ReadonlyArray<JWK>
}

const make = async (): Promise<SigningKey> => {
  // Extractable, so that tokens issued before a state is saved stay valid after it is restored.
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true })
  return named(privateKey, publicKey)
}

const restored = async (saved: JWK): Promise<SigningKey> => {
  const { d: _, ...publicJwk } = saved
  const [privateKey, publicKey] = await Promise.all([
    importJWK(saved, "ES256", { extractable: true }),
    importJWK(publicJwk, "ES256", { extractable: true })
  ])
  return named(privateKey as CryptoKey, publicKey as CryptoKey)
}

const named = async (privateKey: CryptoKey, publicKey: CryptoKey): Promise<SigningKey> => {
  const jwk = await exportJWK(publicKey)
  const kid = (await calculateJwkThumbprint(jwk)).slice(0, 12)
  return { kid, privateKey, publicKey, jwk: { ...jwk, kid, alg: "ES256" } }
}

/** Creates a key ring without keys. */
export const ring = (): KeyRing => {
  const keysByAudience = new Map<string, Promise<ReadonlyArray<SigningKey>>>()
  let known = new Map<string, KnownToken>()
  return {
    get known() {
      return known
    },
    of: (audience) =>
      Effect.promise(() => {
        let keys = keysByAudience.get(audience)
        if (keys === undefined) keysByAudience.set(audience, keys = Promise.all([make(), make()]))
        return keys
      }),
    save: async () =>
      Object.fromEntries(
        await Promise.all(
          [...keysByAudience].map(async ([audience, keys]) =>
            [audience, await Promise.all((await keys).map(({ privateKey }) => exportJWK(privateKey)))] as const
          )
        )
      ),
    load: async (saved) => {
      const loaded = await Promise.all(
        Object.entries(saved).map(async ([audience, keys]) =>
          [audience, await Promise.all(keys.map(restored))] as const
        )
      )
      keysByAudience.clear()
      known = new Map()
      for (const [audience, keys] of loaded) keysByAudience.set(audience, Promise.resolve(keys))
    }
  }
}
