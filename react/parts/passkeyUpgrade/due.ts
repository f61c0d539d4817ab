/**
 * That a passkey may be made without asking: noted by a sign-in with a password, and taken up by the page that comes after
 * it. A page that is about to be left is the wrong one: what the browser made there would never reach the platform.
 */

/** In the tab's session storage, which browsers may forbid. */
const inTab = <A>(ask: (storage: Storage) => A): A | undefined => {
  try {
    return ask(sessionStorage)
  } catch {
    return undefined
  }
}

const key = "latchkey.passkey-upgrade"

/** Notes it. */
export const makeDue = (): void => inTab((storage) => storage.setItem(key, "due"))

/** Whether it was noted, and is not any more. */
export const takeDue = (): boolean =>
  inTab((storage) => {
    const isDue = storage.getItem(key) !== null
    storage.removeItem(key)
    return isDue
  }) === true
