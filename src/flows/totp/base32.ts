/** Base32 encoding of authenticator secrets. RFC 4648 §6, without padding. */
import { typedCode } from "../../../schemas/typed.ts"

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

/** Encodes bytes: `Hello` becomes `JBSWY3DP`. */
export const encode = (bytes: Uint8Array): string => {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("")
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[parseInt(five.padEnd(5, "0"), 2)]).join("")
}

/** Decodes typed text in any case. Returns `undefined` if it is malformed. */
export const decode = (text: string): Uint8Array<ArrayBuffer> | undefined => {
  const clean = typedCode(text).replace(/=/g, "").toUpperCase()
  if (!/^[A-Z2-7]+$/.test(clean)) return undefined
  const bits = [...clean].map((char) => alphabet.indexOf(char).toString(2).padStart(5, "0")).join("")
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => parseInt(byte, 2))
}
