/** Finds the URL of the emulator's console, which shows its clock, faults, emails and users. */

/**
 * Returns the URL of the emulator's console for the API that a client calls; `undefined` unless the API is on this
 * machine.
 */
export const consoleUrl = (apiUrl: string): string | undefined => {
  const { hostname, origin } = new URL(apiUrl)
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname) ? `${origin}/emulator` : undefined
}
