/**
 * The keys that access tokens are signed with: ES256, two per audience, made when they are first asked for.
 * docs/platform.md §6.
 */
import * as Effect from "effect/Effect"
import { calculateJwkThumbprint, type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from "jose"

/** A key pair and its public half as RFC 7517 writes it. */
export interface SigningKey {
  readonly kid: string
  readonly privateKey: CryptoKey
  readonly publicKey: CryptoKey
  readonly jwk: JWK
}

/** The keys of an audience; the first one signs. */
export interface KeyRing {
  readonly of: (audience: string) => Effect.Effect<ReadonlyArray<SigningKey>>
  /** The private halves of all keys made so far, by audience. */
  readonly save: () => Promise<SavedKeys>
  /** Takes saved keys in the place of those made so far. Rejects what is no key. */
  readonly load: (saved: SavedKeys) => Promise<void>
  /** Texts that these keys are known to have signed, the newest last. Nothing is known of keys that were just loaded. */
  readonly known: Map<string, KnownToken>
}

/** What a token says whose signature was verified. */
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

/** Private keys by audience, as RFC 7517 writes them. */
export interface SavedKeys {
  readonly [audience: string]: ReadonlyArray<JWK>
}

const make = async (): Promise<SigningKey> => {
  // extractable, because a state that is saved keeps the tokens it gave out
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true })
  return named(privateKey, publicKey)
}

const restored = async (saved: JWK): Promise<SigningKey> => {
  const { d: _, ...open } = saved
  const [privateKey, publicKey] = await Promise.all([
    importJWK(saved, "ES256", { extractable: true }),
    importJWK(open, "ES256", { extractable: true })
  ])
  return named(privateKey as CryptoKey, publicKey as CryptoKey)
}

const named = async (privateKey: CryptoKey, publicKey: CryptoKey): Promise<SigningKey> => {
  const jwk = await exportJWK(publicKey)
  const kid = (await calculateJwkThumbprint(jwk)).slice(0, 12)
  return { kid, privateKey, publicKey, jwk: { ...jwk, kid, alg: "ES256" } }
}

/** A ring without keys yet. */
export const ring = (): KeyRing => {
  const made = new Map<string, Promise<ReadonlyArray<SigningKey>>>()
  let known = new Map<string, KnownToken>()
  return {
    get known() {
      return known
    },
    of: (audience) =>
      Effect.promise(() => {
        let keys = made.get(audience)
        if (keys === undefined) made.set(audience, keys = Promise.all([make(), make()]))
        return keys
      }),
    save: async () =>
      Object.fromEntries(
        await Promise.all(
          [...made].map(async ([audience, keys]) =>
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
      made.clear()
      known = new Map()
      for (const [audience, keys] of loaded) made.set(audience, Promise.resolve(keys))
    }
  }
}
