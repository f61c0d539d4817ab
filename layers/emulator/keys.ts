/**
 * The keys that access tokens are signed with: ES256, two per audience, made when they are first asked for. Platform
 * rules §6.
 */
import * as Effect from "effect/Effect"
import { calculateJwkThumbprint, type CryptoKey, exportJWK, generateKeyPair, type JWK } from "jose"

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
}

const make = async (): Promise<SigningKey> => {
  const { privateKey, publicKey } = await generateKeyPair("ES256")
  const jwk = await exportJWK(publicKey)
  const kid = (await calculateJwkThumbprint(jwk)).slice(0, 12)
  return { kid, privateKey, publicKey, jwk: { ...jwk, kid, alg: "ES256", use: "sig" } }
}

/** A ring without keys yet. */
export const ring = (): KeyRing => {
  const made = new Map<string, Promise<ReadonlyArray<SigningKey>>>()
  return {
    of: (audience) =>
      Effect.promise(() => {
        let keys = made.get(audience)
        if (keys === undefined) made.set(audience, keys = Promise.all([make(), make()]))
        return keys
      })
  }
}
