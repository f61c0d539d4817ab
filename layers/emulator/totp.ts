/** Time-based one-time passwords: RFC 6238 with SHA-1, six digits, 30 s, no tolerance. Platform rules §7.5. */
import * as Effect from "effect/Effect"

const stepMillis = 30_000

/** The six digits that an authenticator shows at a moment. */
export const digitsAt = (secretBase64: string, now: number): Effect.Effect<string> =>
  Effect.promise(async () => {
    const secret = Uint8Array.from(atob(secretBase64), (char) => char.charCodeAt(0))
    const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-1" }, false, ["sign"])
    const counter = new DataView(new ArrayBuffer(8))
    counter.setBigUint64(0, BigInt(Math.floor(now / stepMillis)))
    const mac = new DataView(await crypto.subtle.sign("HMAC", key, counter.buffer))
    const number = mac.getUint32(mac.getUint8(mac.byteLength - 1) & 0xf) & 0x7fff_ffff
    return String(number % 1_000_000).padStart(6, "0")
  })
