/** Periods of 30 seconds, during which a TOTP code is valid: RFC 6238. */
import type { EmulatorHandle } from "../../../src/emulator/index.ts"

export const half = 30_000

/**
 * Moves the platform's clock to the beginning of a period, and returns the time in milliseconds. A code that is created
 * at this time stays valid during the test.
 */
export const beginHalfMinute = ({ clock }: Pick<EmulatorHandle, "clock">): number => {
  const start = Math.ceil(clock.now().getTime() / half) * half + 1000
  clock.moveTo(new Date(start))
  return start
}
