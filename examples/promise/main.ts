/** A program with promises, on an emulator. `npm run example -- examples/promise/main.ts` */
import * as Effect from "effect/Effect"
import { Emulator } from "latchkey/emulator"
import { createClient, EmailPasswordMismatch, VerificationCodeError } from "latchkey/promise"

const platform = await Effect.runPromise(Effect.provide(Emulator, Emulator.layer()))

// without an argument, createClient() reads the project from the environment
await using client = createClient({
  ...platform.project,
  fetch: (url, init) => platform.fetch(new Request(url, init))
})

client.session.subscribe(() => console.log(`  session: ${client.session.state()._tag}`))

const email = "ada@example.com"
const password = "correct horse battery staple"

console.log("Signing up")
await client.signUp.withPassword({
  email,
  password,
  verificationCallbackUrl: "http://localhost:3000/handler/email-verification"
})

console.log("Verifying the address with the link in the email")
const code = platform.outbox.byAddress(email)[0]?.code ?? ""
await client.emailVerification.verify({ code })
const user = await client.currentUser.get({ or: "throw" })
console.log(`  ${user.primaryEmail} is verified: ${user.primaryEmailVerified}`)

console.log("Verifying the address again")
try {
  await client.emailVerification.verify({ code })
} catch (error) {
  if (!(error instanceof VerificationCodeError)) throw error
  console.log(`  ${error._tag}: ${error.message}`)
}

console.log("Signing out")
await client.signOut()

console.log("Signing in with a wrong password")
try {
  await client.signIn.withPassword({ email, password: "wrong horse" })
} catch (error) {
  if (!(error instanceof EmailPasswordMismatch)) throw error
  console.log(`  ${error.code}: ${error.message}`)
}

console.log("Signing in with a timeout of half a second")
await client.signIn.withPassword({ email, password }, { signal: AbortSignal.timeout(500) })
