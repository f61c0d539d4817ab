/**
 * Remembers that a passkey may be created without a prompt. A password sign-in sets the flag, and the next page reads
 * it. The page of the sign-in can't create the passkey: the browser may leave the page before the passkey has been sent
 * to the platform.
 */

/** Accesses the tab's session storage, which browsers may block. */
const inTab = <A>(access: (storage: Storage) => A): A | undefined => {
  try {
    return access(sessionStorage)
  } catch {
    return undefined
  }
}

const key = "latchkey.passkey-upgrade"

/** Sets the flag. */
export const makeDue = (): void => inTab((storage) => storage.setItem(key, "due"))

/** Clears the flag and returns whether it was set. */
export const takeDue = (): boolean =>
  inTab((storage) => {
    const isDue = storage.getItem(key) !== null
    storage.removeItem(key)
    return isDue
  }) === true
