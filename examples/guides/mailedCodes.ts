/** Signs in with a code or a link from an email. `npm run example -- examples/guides/mailedCodes.ts` */
import { startEmulator } from "latchkey/emulator"
import { createClient, VerificationCodeError } from "latchkey/promise"

await using platform = await startEmulator()
await using client = createClient(platform.project)
const email = "ada@example.com"

// #region send
const { nonce } = await client.signIn.sendCode({
  email,
  // in browsers, the default is a page of your own site
  callbackUrl: "http://localhost:3000/handler/magic-link-callback"
})
// #endregion

// #region outbox
const [mail] = platform.outbox.byAddress(email)
const sixCharacters = mail?.otp ?? ""
const linkCode = new URL(mail?.link ?? "").searchParams.get("code") ?? ""
// #endregion

// #region typed
// the user types the code from the email, on the device that requested it
const { isNewUser } = await client.signIn.withCode({ code: sixCharacters, nonce })
console.log(isNewUser ? "welcome" : "welcome back")
// #endregion
await client.signOut()

// #region scanner
// null unless this browser requested the email: if null, show a button, and sign in when it is clicked
const requestedFor = await client.signIn.requestedHere({ code: linkCode })
console.log(requestedFor === null ? "Continue" : `Continue as ${requestedFor}`)
// #endregion

// #region link
// the user follows the link, on any device: the page receives the code as a parameter
try {
  await client.signIn.withLink({ code: linkCode })
} catch (error) {
  if (!(error instanceof VerificationCodeError)) throw error
  console.log(`${error._tag}: ${error.message}`)
}
// #endregion
