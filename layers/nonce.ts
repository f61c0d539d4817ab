/** Random text that nobody can guess. Wire protocol §2 and §12. */

/** Crockford's base32, lower case: no i, l, o, u. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"

/** 45 characters with 225 random bits, from the runtime's cryptographic source. */
export const nonce = (): string => {
  let text = ""
  for (const byte of crypto.getRandomValues(new Uint8Array(45))) text += alphabet[byte & 31]
  return text
}
