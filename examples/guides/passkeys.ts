/** Passkeys, by a client in a browser: a test runs these in Chromium. */
import { type LatchkeyClient, PasskeyCancelled, PasskeyNotPossible } from "latchkey/promise"

// #region add
/** Behind a button of the account page. Answers what to tell the person. */
export const addPasskey = async (client: LatchkeyClient): Promise<string> => {
  try {
    await client.passkeys.register()
    return "Next time you can sign in with your passkey."
  } catch (error) {
    // whoever closes the browser's prompt has done nothing wrong
    if (error instanceof PasskeyCancelled) return "No passkey was added."
    throw error
  }
}
// #endregion

// #region sign-in
/** Behind a button of the sign-in page. */
export const signInWithPasskey = async (client: LatchkeyClient): Promise<void> => {
  await client.passkeys.signIn({ redirect: true })
}
// #endregion

// #region support
/** Leave the button out where the browser has no passkeys. */
export const showsButton = async (client: LatchkeyClient): Promise<boolean> => (await client.passkeys.support()).button
// #endregion

// #region autofill
/** Offers passkeys in the e-mail field for as long as the page is shown. Returns what ends it. */
export const offerInField = (client: LatchkeyClient): () => void => {
  const shown = new AbortController()
  client.passkeys.signInByAutofill({ redirect: true }, { signal: shown.signal }).catch((error: unknown) => {
    if (shown.signal.aborted || error instanceof PasskeyCancelled || error instanceof PasskeyNotPossible) return
    throw error
  })
  return () => shown.abort()
}
// #endregion

// #region upgrade
/** On the page after a sign-in with a password. Answers whether there is a passkey now; nobody waits for it. */
export const upgradeToPasskey = async (client: LatchkeyClient): Promise<boolean> =>
  (await client.passkeys.upgrade()) !== null
// #endregion

// #region remove
export const removePasskey = async (client: LatchkeyClient): Promise<void> => {
  const user = await client.passkeys.remove()
  console.log(`passkey: ${user.passkeyAuthEnabled}`)
}
// #endregion
