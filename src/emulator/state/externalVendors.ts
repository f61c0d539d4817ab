/** Identity vendors, and the settings of those that the emulator simulates. docs/platform.md §25. */

/** Identity vendors of external sessions. Each is an app of the project. */
export type ExternalProviderId = "clerk-integration" | "better-auth-integration" | "workos-integration"

/** Settings of an identity vendor. Clerk needs `issuer`; Better Auth `issuer`, `audience` and `jwksUrl`; WorkOS `clientId`. */
export interface ExternalSettings {
  readonly issuer?: string | undefined
  /** For Clerk: the apps whose tokens count, as URLs, separated by commas or line breaks. */
  readonly authorizedParties?: string | undefined
  readonly audience?: string | undefined
  readonly jwksUrl?: string | undefined
  readonly clientId?: string | undefined
}

/** Settings of the vendors that the emulator simulates. */
export const playedSettings: { readonly [Id in ExternalProviderId]: ExternalSettings } = {
  "clerk-integration": { issuer: "https://clerk.latchkey.example" },
  "better-auth-integration": {
    issuer: "https://better-auth.latchkey.example",
    audience: "https://app.latchkey.example",
    jwksUrl: "https://better-auth.latchkey.example/api/auth/jwks"
  },
  "workos-integration": { clientId: "client_latchkey" }
}
