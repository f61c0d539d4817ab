/** Ids of the templates, themes and categories of emails that every project has. docs/platform.md §15. */

/** The templates of the emails that the platform sends on its own. Their ids are the same in every project. */
export const builtInEmailTemplates = {
  emailVerification: "e7d009ce-8d47-4528-b245-5bf119f2ffa3",
  passwordReset: "a70fb3a4-56c1-4e42-af25-49d25603abd0",
  /** The email with the one-time code and the magic link. */
  magicLink: "822687fe-8d0a-4467-a0d1-416b6e639478",
  teamInvitation: "e84de395-2076-4831-9c19-8e9a96a868e4",
  signInInvitation: "066dd73c-36da-4fd0-b6d6-ebf87683f8bc"
} as const

/** The themes every project has. */
export const builtInEmailThemes = {
  light: "1df07ae6-abf3-4a40-83a5-a1a2cbe336ac",
  dark: "a0172b5d-cff0-463b-83bb-85124697373a",
  /** Exists in later revisions of the platform only. */
  colorful: "c7e2d94f-8a1b-4e6d-b3f5-9d0a2e7c1b8f"
} as const

/** The categories of emails; users can opt out of one of them. The same in every project. */
export const notificationCategories = {
  Transactional: { id: "7bb82d33-2f54-4a3d-9d23-82739e0d66ef", defaultEnabled: true, canDisable: false },
  Marketing: { id: "4f6f8873-3d04-46bd-8bef-18338b1a1b4c", defaultEnabled: true, canDisable: true }
} as const
