/**
 * TOTP codes: RFC 6238 with SHA-1 and 30 s, as the platform checks them.
 *
 * Implemented in 35 lines over the digest alone, because expo-crypto has no HMAC, and the maintained libraries for
 * browsers (otpauth, otplib) are 10 to 11 kB gzipped: a quarter of the whole client's budget.
 */
import { type Digest, digested, joined } from "../../../layers/call/index.ts"

const stepMillis = 30_000

/** Length of SHA-1's blocks. */
const blockBytes = 64

const sha1 = (bytes: Uint8Array<ArrayBuffer>, digest: Digest) => digested("SHA-1", bytes, digest.sha1)

/** Returns the HMAC-SHA-1 of a message. RFC 2104. */
const hmacSha1 = async (digest: Digest, key: Uint8Array<ArrayBuffer>, message: Uint8Array): Promise<Uint8Array> => {
  const block = new Uint8Array(blockBytes)
  block.set(key.length > blockBytes ? await sha1(key, digest) : key)
  const inner = await sha1(joined([block.map((byte) => byte ^ 0x36), message]), digest)
  return sha1(joined([block.map((byte) => byte ^ 0x5c), inner]), digest)
}

/** Returns the code for a point in time. */
const digitsAt = async (digest: Digest, secret: Uint8Array<ArrayBuffer>, now: number): Promise<string> => {
  const counter = new DataView(new ArrayBuffer(8))
  counter.setBigUint64(0, BigInt(Math.floor(now / stepMillis)))
  const bytes = await hmacSha1(digest, secret, new Uint8Array(counter.buffer))
  const mac = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const number = mac.getUint32(mac.getUint8(mac.byteLength - 1) & 0xf) & 0x7fff_ffff
  return String(number % 1_000_000).padStart(6, "0")
}

/** Whether the code is the current, previous or next one, to allow for typing time and clock skew. */
export const matches = async (
  digest: Digest,
  secret: Uint8Array<ArrayBuffer>,
  digits: string,
  now: number
): Promise<boolean> => {
  const moments = [now - stepMillis, now, now + stepMillis].filter((moment) => moment >= 0)
  return (await Promise.all(moments.map((moment) => digitsAt(digest, secret, moment)))).includes(digits)
}
