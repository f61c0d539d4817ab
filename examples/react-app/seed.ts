/** What the example's platform starts with: one user, and everything that a project can offer. */
import type { Seed } from "latchkey/emulator"

/** The only user at the start. */
export const ada = { email: "ada@example.com", password: "correct horse battery staple", displayName: "Ada" }

export const seed = {
  users: [ada],
  config: {
    clientTeamCreationEnabled: true,
    clientUserDeletionEnabled: true,
    allowUserApiKeys: true,
    allowTeamApiKeys: true,
    // the platform plays this provider itself, with a page to choose an account on
    oauthProviders: [{ id: "github", type: "standard", clientId: "example" }]
  }
} satisfies Seed
