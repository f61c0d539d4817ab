/**
 * Time-based one-time passwords: RFC 6238 with SHA-1, six digits, 30-second steps, no tolerance. docs/platform.md §7.5.
 */
import { Secret, TOTP } from "otpauth"

/** Returns the six-digit code for a point in time. */
export const digitsAt = (secretBase64: string, now: number): string =>
  TOTP.generate({
    secret: new Secret({ buffer: Uint8Array.from(atob(secretBase64), (char) => char.charCodeAt(0)).buffer }),
    timestamp: now
  })
