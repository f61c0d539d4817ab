/** The half minutes that the digits of authenticator apps last: RFC 6238. */
import type { EmulatorHandle } from "../../src/emulator/index.ts"

export const half = 30_000

/**
 * Moves the platform's time to the beginning of a half minute, in milliseconds: digits of that moment stay right for as
 * long as anybody here takes to type them, however busy the machine is.
 */
export const beginHalfMinute = ({ clock }: Pick<EmulatorHandle, "clock">): number => {
  const start = Math.ceil(clock.now().getTime() / half) * half + 1000
  clock.moveTo(new Date(start))
  return start
}
