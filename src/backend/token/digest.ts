import { subtleCrypto } from "./subtleCrypto.ts"

interface Host {
  readonly process?: {
    readonly getBuiltinModule?: (name: string) => { readonly hash?: NodeHash } | undefined
  }
}

type NodeHash = (algorithm: string, text: string, encoding: "base64") => string

/**
 * Node's own `hash` is synchronous; WebCrypto uses the thread pool and takes ten times as long. `undefined` in other
 * runtimes.
 */
const nodeHash = (): NodeHash | undefined => {
  try {
    return (globalThis as Host).process?.getBuiltinModule?.("node:crypto")?.hash
  } catch {
    // the Edge Runtime of Next.js has Node's functions, which throw
    return undefined
  }
}

const hash = nodeHash()

/**
 * Computes the SHA-256 of a secret in base64: a cache key, so that memory has no second copy of the secret. Separate
 * from `sha256` of `layers/call`, because a verifier works without Effect.
 */
export const digest = async (secret: string): Promise<string> =>
  hash?.("sha256", secret, "base64") ?? base64(
    await subtleCrypto().digest("SHA-256", new TextEncoder().encode(secret))
  )

const base64 = (bytes: ArrayBuffer): string => btoa(String.fromCharCode(...new Uint8Array(bytes)))
