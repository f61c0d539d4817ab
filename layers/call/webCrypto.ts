/** Random text that nobody can guess, and digests: by WebCrypto, which every runtime has. */
import * as Base64Url from "effect/encoding/Base64Url"

/** Crockford's base32, lower case: no i, l, o, u. */
const alphabet = new TextEncoder().encode("0123456789abcdefghjkmnpqrstvwxyz")

const decoder = new TextDecoder()

const characters = 45

/** The characters of many nonces: asking for random bytes costs more than using them. None serves twice. */
let letters = new Uint8Array(0)
let used = 0

/** 45 characters with 225 random bits, from the runtime's cryptographic source. docs/protocol.md §2, §12. */
export const nonce = (): string => {
  if (used === letters.length) {
    letters = crypto.getRandomValues(new Uint8Array(characters * 64)).map((byte) => alphabet[byte & 31]!)
    used = 0
  }
  return decoder.decode(letters.subarray(used, used += characters))
}

/** 43 characters with 256 random bits in base64url: a verifier or a state of OAuth (RFC 7636 §4.1), a session's secret. */
export const randomSecret = (): string => Base64Url.encode(crypto.getRandomValues(new Uint8Array(32)))

/** SHA-256 of a text. `src/token/digest.ts` is another one: for servers, and without Effect. */
export const sha256 = async (text: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)))

/** 43 characters: the challenge of a verifier (RFC 7636 §4.2), or a name that does not tell what it is of. */
export const sha256Base64Url = async (text: string): Promise<string> => Base64Url.encode(await sha256(text))
