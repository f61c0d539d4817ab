/** Anonymous and restricted users. `npm run example -- examples/guides/restricted.ts` */
import { startEmulator } from "latchkey/emulator"
import { createClient } from "latchkey/promise"

await using platform = await startEmulator({ config: { requireEmailVerification: true } })
const { project } = platform

// #region anonymous
await using client = createClient(project)

// creates a guest if no user is signed in; concurrent callers share one guest
const guest = await client.currentUser.get({ or: "anonymous" })
await client.currentUser.update({ clientMetadata: { basket: ["a book"] } })

// guests count as signed out unless `or: "anonymous"` is given
console.log(`signed in: ${await client.currentUser.get()}`)

// the guest becomes an account with the same id and metadata
await client.signUp.withPassword({
  email: "ada@example.com",
  password: "correct horse",
  verificationCallbackUrl: "http://localhost:3000/handler/email-verification"
})
// #endregion

// #region restricted
// the project requires verified addresses, so the account counts as signed out until then
const signedIn = await client.currentUser.get()
const ada = await client.currentUser.get({ or: "throw", includeRestricted: true })
console.log(`signed in: ${signedIn}, restricted: ${ada.restrictedReason?.type}`)
// #endregion
console.log(`the same user: ${ada.id === guest.id}, with ${JSON.stringify(ada.clientMetadata)}`)

const code = platform.outbox.byAddress("ada@example.com")[0]?.code ?? ""
// #region verified
// on the page that the link in the email opens
await client.emailVerification.verify({ code })

const user = await client.currentUser.get({ or: "throw" })
console.log(`now ${user.primaryEmail}`)
// #endregion
