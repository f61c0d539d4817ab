/** Unguessable random text and digests, through WebCrypto. */
import * as Base64Url from "effect/encoding/Base64Url"
import { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import { decodeUtf8 } from "./receive.ts"

/**
 * Returns random bytes from the runtime's cryptographic source. Throws `InvalidConfiguration` if the runtime has none.
 */
export const randomBytes = (length: number): Uint8Array<ArrayBuffer> => {
  if (typeof globalThis.crypto?.getRandomValues !== "function") {
    throw missing("crypto.getRandomValues", "Import react-native-get-random-values before anything else.")
  }
  return crypto.getRandomValues(new Uint8Array(length))
}

/** Returns `crypto.subtle`. Throws `InvalidConfiguration` if the runtime or page has none. */
export const subtleCrypto = (): SubtleCrypto => {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle
  if (subtle !== undefined) return subtle
  throw missing(
    "crypto.subtle",
    "In a browser, serve the page over HTTPS or from localhost. In React Native, install react-native-quick-crypto."
  )
}

const missing = (setting: string, next: string): InvalidConfiguration =>
  new InvalidConfiguration({ setting, problem: "is missing in this runtime", next })

/** Crockford's base32, lower case: no i, l, o, u. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"

const characters = 45

/**
 * Characters of the next nonces, fetched in advance because each request for random bytes is slow. Each character is
 * used once.
 */
let letters = ""

/** Returns 45 characters with 225 random bits from the runtime's cryptographic source. docs/protocol.md §2, §12. */
export const nonce = (): string => {
  if (letters === "") letters = decodeUtf8(randomBytes(characters * 64).map((byte) => alphabet.charCodeAt(byte & 31)))
  const next = letters.slice(0, characters)
  letters = letters.slice(characters)
  return next
}

/**
 * Returns 43 base64url characters with 256 random bits: an OAuth verifier or state (RFC 7636 §4.1), or a session's
 * secret.
 */
export const randomSecret = (): string => Base64Url.encode(randomBytes(32))

/** Returns the SHA-256 of a text. `src/backend/token/digest.ts` does the same for servers, without Effect. */
export const sha256 = async (text: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await subtleCrypto().digest("SHA-256", new TextEncoder().encode(text)))

/** Returns 43 characters: the challenge of a verifier (RFC 7636 §4.2), or a name that doesn't reveal its origin. */
export const sha256Base64Url = async (text: string): Promise<string> => Base64Url.encode(await sha256(text))
