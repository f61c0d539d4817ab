/** Passkeys without React. A test runs these functions in Chromium. */
import { type LatchkeyClient, PasskeyCancelled, PasskeyNotPossible } from "latchkey/promise"

// #region add
/**
 * Adds a passkey. Call this function when the user clicks a button on the account page. Returns a message for the user.
 */
export const addPasskey = async (client: LatchkeyClient): Promise<string> => {
  try {
    await client.passkeys.register()
    return "Next time you can sign in with your passkey."
  } catch (error) {
    // the user has closed the browser's prompt, which isn't an error
    if (error instanceof PasskeyCancelled) return "No passkey was added."
    throw error
  }
}
// #endregion

// #region sign-in
/** Signs in with a passkey. Call this function when the user clicks a button on the sign-in page. */
export const signInWithPasskey = async (client: LatchkeyClient): Promise<void> => {
  await client.passkeys.signIn({ redirect: true })
}
// #endregion

// #region support
/** Whether to show the button. Some browsers don't support passkeys. */
export const showsButton = async (client: LatchkeyClient): Promise<boolean> => (await client.passkeys.support()).button
// #endregion

// #region autofill
/** Offers passkeys in the email field while the page is shown. Returns a function that stops this. */
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
/** Creates a passkey after a sign-in with a password, if the browser allows it. Don't wait for the result. */
export const upgradeToPasskey = async (client: LatchkeyClient): Promise<boolean> =>
  (await client.passkeys.upgrade()) !== null
// #endregion

// #region remove
export const removePasskey = async (client: LatchkeyClient): Promise<void> => {
  const user = await client.passkeys.remove()
  console.log(`passkey: ${user.passkeyAuthEnabled}`)
}
// #endregion
