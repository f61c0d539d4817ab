/** Users who come from another system, with their passwords. `npm run example -- examples/guides/importUsers.ts` */
import { startEmulator } from "latchkey/emulator"
import { createClient, createServer, UserWithEmailAlreadyExists } from "latchkey/promise"

// #region providers
await using platform = await startEmulator({
  config: { oauthProviders: [{ id: "github", type: "shared" }] }
})
// #endregion

/** What the other system exports: here a person whose password is "correct horse". */
const exported = [{
  id: "user_2abc",
  email: "ada@example.com",
  emailVerified: true,
  name: "Ada Lovelace",
  passwordHash: "$2b$04$tY3ljPDRCS0Qf52kWEtMi..5cgIXX8Qxo6.nNqJbCMiirYazeL0LS",
  githubAccountId: "583231"
}]

// #region import
// without an argument the project is the one that the environment names
await using server = createServer(platform.project)

for (const person of exported) {
  try {
    await server.users.create({
      primaryEmail: person.email,
      primaryEmailVerified: person.emailVerified,
      primaryEmailAuthEnabled: true,
      displayName: person.name,
      passwordHash: person.passwordHash, // bcrypt: $2a$, $2b$ or $2y$, at most 16 rounds
      oauthProviders: [{ id: "github", accountId: person.githubAccountId, email: person.email }],
      serverMetadata: { formerId: person.id }
    })
  } catch (error) {
    // the script was run before: whoever is there stays as they are
    if (!(error instanceof UserWithEmailAlreadyExists)) throw error
    console.log(`${person.email} is there already`)
  }
}
// #endregion

await using client = createClient(platform.project)
await client.signIn.withPassword({ email: "ada@example.com", password: "correct horse" })
const user = await client.currentUser.get({ or: "throw" })
console.log(`${user.displayName} signed in with the old password, and may use ${user.oauthProviders[0]?.id}`)
