/**
 * Calls of the platform's own SDK as comments, each above the Latchkey call that replaces it. `npm run example --
 * examples/migration/main.ts`
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { Project, Server, Transport } from "latchkey"
import { startEmulator } from "latchkey/emulator"
import { createClient, EmailPasswordMismatch, reveal } from "latchkey/promise"

await using platform = await startEmulator()
const { projectId, publishableClientKey, secretServerKey } = platform.project
const [email, password] = ["ada@example.com", "correct horse battery staple"]

// #region cookies
// choose a date: users who return before it stay signed in
const cookies = { readOlderCookies: { until: "2027-12-31" } }

// const app = new StackClientApp({ projectId, publishableClientKey, tokenStore: "memory" })
await using client = createClient({ projectId, publishableClientKey, baseUrl: platform.baseUrl, cookies })
// #endregion

// await app.signUpWithCredential({ email, password, verificationCallbackUrl, noRedirect: true })
await client.signUp.withPassword({ email, password, verificationCallbackUrl: "http://localhost:3000/verify" })

// const result = await app.signInWithCredential({ email, password: "wrong", noRedirect: true })
// if (result.status === "error") console.log(result.error.message)
await client.signIn.withPassword({ email, password: "wrong" }).catch((error: unknown) => {
  if (!(error instanceof EmailPasswordMismatch)) throw error
  console.log(`Refused: ${error.message}`)
})

// const user = await app.getUser({ or: "throw" })
const user = await client.currentUser.get({ or: "throw" })
console.log(`Signed in: ${user.primaryEmail}`)

// await user.update({ displayName: "Ada" })
console.log(`Renamed: ${(await client.currentUser.update({ displayName: "Ada" })).displayName}`)

// const channel = await user.createContactChannel({ type: "email", value, usedForAuth: false })
// await channel.update({ isPrimary: true })
const channel = await client.contactChannels.add({ value: "ada@work.example" })
await client.contactChannels.makePrimary({ contactChannelId: channel.id })

// await user.update({ totpMultiFactorSecret: secretBytes })   // you had to write the secret, its URI and the check
const { secret, uri } = await client.totp.begin()
console.log(`QR code: ${reveal(uri).replace(/secret=\w+/, "secret=…")}`)
console.log(`A guessed code matches: ${await client.totp.matches({ secret, totp: "000000" })}`)

// const sessions = await user.getActiveSessions()
console.log(`Sessions: ${(await client.sessions.list()).length}`)

const backEnd = Server.layerNoProject().pipe(
  Layer.provide(Project.layer({ projectId, secretServerKey, baseUrl: platform.baseUrl })),
  Layer.provide(Transport.layerFetch())
)

await Effect.runPromise(
  Effect.gen(function*() {
    // const serverApp = new StackServerApp({ projectId, secretServerKey, … })
    // let cursor; do { const page = await serverApp.listUsers({ cursor, limit: 100 }); … } while (cursor = page.nextCursor)
    const emails = yield* Stream.runCollect(Stream.map(Server.users.stream(), ({ primaryEmail }) => primaryEmail))
    console.log(`All users: ${emails.join(", ")}`)

    // const user = await serverApp.getUser({ apiKey })   // null if the key is invalid
    // const found = yield* Server.users.byApiKey({ apiKey })

    // const session = await serverUser.createSession({ isImpersonation: true, expiresInMillis: 3_600_000 })
    const session = yield* Server.users.impersonate({ userId: user.id, expiresIn: "1 hour" })
    console.log(`Access token to act as ${user.primaryEmail}: ${String(session.accessToken)}`)

    // const sessions = await serverUser.getActiveSessions(); await serverUser.revokeSession(sessions[0].id)
    const newest = Option.fromUndefinedOr((yield* Server.sessions.list({ userId: user.id }))[0])
    if (Option.isSome(newest)) yield* Server.sessions.revoke({ id: newest.value.id, userId: user.id })
    console.log(`Sessions: ${(yield* Server.sessions.list({ userId: user.id })).length}`)
  }).pipe(Effect.provide(backEnd))
)
