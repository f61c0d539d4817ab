/** Digests and random secrets, in a separate module because few first pages need them. */
import * as Base64Url from "effect/encoding/Base64Url"
import { type Digest, missing, randomBytes } from "./Digest.ts"

/** Returns `crypto.subtle`. Throws `InvalidConfiguration` if the runtime or page has none. */
export const subtleCrypto = (): (typeof globalThis)["crypto"]["subtle"] => {
  const subtle: (typeof globalThis)["crypto"]["subtle"] | undefined = globalThis.crypto?.subtle
  if (subtle) return subtle
  throw missing(
    "crypto.subtle",
    "Serve the page over HTTPS or from localhost. In React Native, use layerDigest."
  )
}

/**
 * Returns 43 base64url characters with 256 random bits: an OAuth verifier or state (RFC 7636 §4.1), or a session's
 * secret.
 */
export const randomSecret = (digest?: Digest): string => Base64Url.encode(randomBytes(32, digest))

/** Returns the SHA-256 of a string. `src/backend/token/digest.ts` does the same for servers, without Effect. */
export const sha256 = (text: string, digest: Digest = {}): Promise<Uint8Array<ArrayBuffer>> =>
  digested("SHA-256", new TextEncoder().encode(text), digest.sha256)

/** Returns a digest of the bytes, using the provided function if there is one. */
export const digested = async (
  algorithm: string,
  bytes: Uint8Array<ArrayBuffer>,
  digest: Digest["sha256"]
): Promise<Uint8Array<ArrayBuffer>> => digest?.(bytes) ?? new Uint8Array(await subtleCrypto().digest(algorithm, bytes))

/** Returns 43 characters: the challenge of a verifier (RFC 7636 §4.2), or a name that doesn't reveal the string. */
export const sha256Base64Url = async (text: string, digest?: Digest): Promise<string> =>
  Base64Url.encode(await sha256(text, digest))
