/** Random text that nobody can guess. docs/protocol.md §2, §12. */

/** Crockford's base32, lower case: no i, l, o, u. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"

const characters = 45

/** Asking for random bytes costs more than using them, so they are fetched for many nonces at once. None serves twice. */
let bytes = new Uint8Array(0)
let used = 0

/** 45 characters with 225 random bits, from the runtime's cryptographic source. */
export const nonce = (): string => {
  if (used === bytes.length) {
    bytes = crypto.getRandomValues(new Uint8Array(characters * 64))
    used = 0
  }
  let text = ""
  for (const end = used + characters; used < end; used++) text += alphabet[bytes[used]! & 31]
  return text
}
