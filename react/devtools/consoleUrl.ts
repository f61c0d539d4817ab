/** URL of the emulator's console, where its clock, faults, emails and users are. */

/**
 * Returns the URL of the emulator's console at the API that a client calls; `undefined` unless the API is on this
 * machine.
 */
export const consoleUrl = (apiUrl: string): string | undefined => {
  const { hostname, origin } = new URL(apiUrl)
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname) ? `${origin}/emulator` : undefined
}
