/** Finds the URL of the emulator's console, which shows its clock, faults, emails and users. */
import { isLoopback } from "../../schemas/errors/lostConnection.ts"

/**
 * Returns the URL of the emulator's console for the API that a client calls; `undefined` unless the API is on this
 * machine.
 */
export const consoleUrl = (apiUrl: string): string | undefined => {
  const { href, origin } = new URL(apiUrl)
  return isLoopback(href) ? `${origin}/emulator` : undefined
}
