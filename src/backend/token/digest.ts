import { subtleCrypto } from "./subtleCrypto.ts"

interface Host {
  readonly process?: {
    readonly getBuiltinModule?: (name: string) => { readonly hash?: NodeHash } | undefined
  }
}

type NodeHash = (algorithm: string, text: string, encoding: "base64") => string

/** Node's own answers at once; WebCrypto goes through the thread pool, ten times as long. `undefined` elsewhere. */
const hash = (globalThis as Host).process?.getBuiltinModule?.("node:crypto")?.hash

/**
 * SHA-256 in base64: a key for what is remembered of a secret, so that memory holds no second copy of it. Not `sha256` of
 * `layers/call`: a verifier works without Effect.
 */
export const digest = async (secret: string): Promise<string> =>
  hash?.("sha256", secret, "base64") ?? base64(
    await subtleCrypto().digest("SHA-256", new TextEncoder().encode(secret))
  )

const base64 = (bytes: ArrayBuffer): string => btoa(String.fromCharCode(...new Uint8Array(bytes)))
