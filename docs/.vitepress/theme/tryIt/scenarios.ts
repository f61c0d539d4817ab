/** The initial state of each sandbox. The code and the steps are on the pages. */
import { defaultProject, type EmulatorHandle, type Seed } from "../../../../src/emulator/index.ts"

/** Initial state of a sandbox. */
export interface Scenario {
  readonly seed: Seed
  /** The app's first page. */
  readonly path: string
  /** Whether Ada is signed in from the start. */
  readonly signedIn?: boolean
  /** Runs before the app starts. */
  readonly prepare?: (emulator: EmulatorHandle) => Promise<unknown>
}

export const ada = { email: "ada@example.com", password: "correct horse battery staple", displayName: "Ada Lovelace" }

const grace = { email: "grace@example.com", password: "amazing grace hopper", displayName: "Grace Hopper" }

/** Passkeys are off, because pages of the documentation can't create passkeys for the app's domain. */
const config: NonNullable<Seed["config"]> = {
  passkeyEnabled: false,
  clientTeamCreationEnabled: true,
  oauthProviders: [{ id: "github", type: "standard", clientId: "example" }]
}

const seed: Seed = {
  baseUrl: "https://api.notes.example",
  projects: [{ ...defaultProject, displayName: "Notes" }],
  users: [ada],
  config
}

/** Own emails need a mail server of the project. The emulator sends nothing. */
const mailServer: NonNullable<typeof config.emailConfig> = {
  type: "standard",
  host: "127.0.0.1",
  port: 2525,
  username: "mailer",
  password: "mailer",
  senderName: "Notes",
  senderEmail: "hello@notes.example"
}

/** A plan with credits that are renewed every month. */
const payments: NonNullable<Seed["payments"]> = {
  items: { credits: { displayName: "Credits" } },
  products: {
    pro: {
      displayName: "Pro",
      prices: { monthly: { USD: "20", interval: [1, "month"] } },
      includedItems: { credits: { quantity: 100, repeat: [1, "month"], expires: "when-repeated" } }
    }
  }
}

export const scenarios: { readonly [name: string]: Scenario } = {
  "first-minute": { seed, path: "/handler/sign-up" },
  "back-end": { seed, path: "/", signedIn: true },
  "script": { seed, path: "/handler/sign-in" },
  "cli": { seed, path: "/", signedIn: true },
  "retry": { seed, path: "/", signedIn: true },
  "sessions": { seed, path: "/", signedIn: true },
  "testing": { seed, path: "/handler/sign-in" },
  "second-factor": { seed, path: "/handler/account-settings", signedIn: true },
  "sign-in": { seed, path: "/handler/sign-in" },
  "two-users": { seed: { ...seed, users: [ada, grace] }, path: "/handler/sign-in" },
  "signed-in": { seed, path: "/", signedIn: true },
  "api-keys": {
    seed: { ...seed, config: { ...config, allowUserApiKeys: true } },
    path: "/handler/account-settings",
    signedIn: true
  },
  "emails": {
    seed: { ...seed, config: { ...config, emailConfig: mailServer } },
    path: "/",
    signedIn: true
  },
  "payments": { seed: { ...seed, payments }, path: "/", signedIn: true },
  "data-vault": { seed: { ...seed, dataVaultStores: ["keys"] }, path: "/", signedIn: true },
  "teams": {
    seed: { ...seed, users: [ada, grace] },
    path: "/",
    signedIn: true,
    prepare: async ({ teams }) => {
      const { id: team } = await teams.add({ displayName: "Analytical Engines" })
      await teams.addMember({ team, user: ada.email })
      await teams.addMember({ team, user: grace.email })
    }
  }
}
