/** A session from sign-in to sign-out. `npm run example -- examples/guides/session.ts` */
import { startEmulator } from "latchkey/emulator"
import { createClient, createServer } from "latchkey/promise"
import { createAuthenticator } from "latchkey/verify"

await using platform = await startEmulator({ users: [{ email: "ada@example.com", password: "correct horse" }] })
const { project } = platform

// #region sign-in
await using client = createClient(project)
client.session.subscribe(() => console.log(`session: ${client.session.state()._tag}`))

await client.signIn.withPassword({ email: "ada@example.com", password: "correct horse" })
const user = await client.currentUser.get({ or: "throw" })
console.log(`signed in as ${user.primaryEmail}`)
// #endregion

platform.clock.advance("1 hour")
platform.requests.clear()

// #region expired
// an hour later: the access token has expired, and one refresh serves all three calls
const [me, teams, channels] = await Promise.all([
  client.currentUser.get({ or: "throw" }),
  client.teams.list(),
  client.contactChannels.list()
])
console.log(`still ${me.primaryEmail}, with ${teams.length} teams and ${channels.length} address`)
// #endregion
const refreshes = platform.requests.list().filter(({ endpoint }) => endpoint === "oauth.refresh")
console.log(`refreshes: ${refreshes.length}`)

// #region back-end
// a request to your own back end, which authenticates it
const request = new Request("https://api.example.com/notes", { headers: await client.authHeaders() })
// #endregion
await using authenticator = createAuthenticator(project)
console.log(`the back end sees: ${(await authenticator.authenticateRequest(request)).status}`)

// #region sessions
const sessions = await client.sessions.list()
for (const { id, isCurrentSession } of sessions) {
  if (!isCurrentSession) await client.sessions.revoke({ id })
}
// #endregion
console.log(`sessions: ${sessions.length}`)

await using server = createServer(project)
// #region impersonate
// in your back end, after checking that the caller may do this
const tokens = await server.users.impersonate({ userId: user.id, expiresIn: "30 minutes" })
await using asUser = createClient({ ...project, tokenStore: tokens })
console.log(`acting as ${(await asUser.currentUser.get({ or: "throw" })).primaryEmail}`)
// #endregion

// #region sign-out
const { revoked } = await client.signOut()
console.log(revoked ? "signed out here and on the platform" : "signed out here; the platform could not be reached")
// #endregion
