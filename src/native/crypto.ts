/** Random bytes and digests from a module, for React Native, which has no Web Crypto. */
import type * as Layer from "effect/Layer"
import { layerDigest } from "../../layers/call/index.ts"

/** `expo-crypto`. */
export interface CryptoModule {
  getRandomValues(array: Uint8Array): Uint8Array
  digest(algorithm: never, data: never): Promise<ArrayBuffer>
}

/**
 * Uses `expo-crypto` in place of Web Crypto. Every call needs random bytes, sign-in with providers needs SHA-256, and the
 * verification of TOTP codes needs SHA-1. For other modules, use `layerDigest`.
 */
export const layerCrypto = (module: CryptoModule): Layer.Layer<never> => {
  const digest = (algorithm: string) => (bytes: Uint8Array<ArrayBuffer>) =>
    module.digest(algorithm as never, bytes as never)
  return layerDigest({
    // `getRandomBytes` returns at most 1024 bytes
    randomBytes: (length) => module.getRandomValues(new Uint8Array(length)),
    sha1: digest("SHA-1"),
    sha256: digest("SHA-256")
  })
}
