/** Imports users from another system, with their passwords. `npm run example -- examples/guides/importUsers.ts` */
import { startEmulator } from "latchkey/emulator"
import { createClient, createServer, UserWithEmailAlreadyExists } from "latchkey/promise"

// #region providers
await using platform = await startEmulator({
  config: { oauthProviders: [{ id: "github", type: "shared" }] }
})
// #endregion

/** Users exported from the other system. This list has one user with the password "correct horse". */
const exported = [{
  id: "user_2abc",
  email: "ada@example.com",
  emailVerified: true,
  name: "Ada Lovelace",
  passwordHash: "$2b$04$tY3ljPDRCS0Qf52kWEtMi..5cgIXX8Qxo6.nNqJbCMiirYazeL0LS",
  githubAccountId: "583231"
}]

// #region import
// without an argument, createServer() reads the project from the environment
await using server = createServer(platform.project)

for (const person of exported) {
  try {
    await server.users.create({
      primaryEmail: person.email,
      primaryEmailVerified: person.emailVerified,
      primaryEmailAuthEnabled: true,
      displayName: person.name,
      passwordHash: person.passwordHash, // a bcrypt hash ($2a$, $2b$ or $2y$) of at most 16 rounds
      oauthProviders: [{ id: "github", accountId: person.githubAccountId, email: person.email }],
      serverMetadata: { formerId: person.id }
    })
  } catch (error) {
    // an earlier run of this script has imported this user, so leave the user unchanged
    if (!(error instanceof UserWithEmailAlreadyExists)) throw error
    console.log(`${person.email} is already imported`)
  }
}
// #endregion

await using client = createClient(platform.project)
await client.signIn.withPassword({ email: "ada@example.com", password: "correct horse" })
const user = await client.currentUser.get({ or: "throw" })
console.log(`${user.displayName} signed in with the old password, and may use ${user.oauthProviders[0]?.id}`)
