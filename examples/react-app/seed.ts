/** Initial data of the example's emulator: one user, in a project with every feature enabled. */
import type { Seed } from "latchkey/emulator"

/** The only user when the app starts. */
export const ada = { email: "ada@example.com", password: "correct horse battery staple", displayName: "Ada" }

export const seed = {
  users: [ada],
  config: {
    clientTeamCreationEnabled: true,
    clientUserDeletionEnabled: true,
    allowUserApiKeys: true,
    allowTeamApiKeys: true,
    // the emulator simulates this provider with a page on which you choose an account
    oauthProviders: [{ id: "github", type: "standard", clientId: "example" }]
  }
} satisfies Seed
