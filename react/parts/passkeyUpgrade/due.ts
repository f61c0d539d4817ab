/**
 * Remembers that a passkey may be created without a prompt. A password sign-in sets the flag, and the next page reads
 * it. The page of the sign-in can't create the passkey: the browser may leave the page before the passkey has been sent
 * to the platform.
 */
import type { PageStorage, TextStorage } from "../../../layers/browser/index.ts"

/** Accesses the tab's session storage, which browsers may block. */
const inTab = <A>(storage: PageStorage, access: (storage: TextStorage) => A): A | undefined => {
  try {
    const session = storage("session")
    return session && access(session)
  } catch {
    return undefined
  }
}

const key = "latchkey.passkey-upgrade"

/** Sets the flag. */
export const makeDue = (page: PageStorage): void => inTab(page, (storage) => storage.setItem(key, "due"))

/** Clears the flag and returns whether it was set. */
export const takeDue = (page: PageStorage): boolean =>
  inTab(page, (storage) => {
    const isDue = storage.getItem(key) !== null
    storage.removeItem(key)
    return isDue
  }) === true
