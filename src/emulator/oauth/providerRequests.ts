/** Scopes and additional parameters for each provider. docs/platform.md §7.7. */
import type { OAuthFlow, OAuthProviderConfig, Platform } from "../state/index.ts"

/** Parameters for the authorization request to a provider. */
export interface ProviderRequest {
  readonly scopes: ReadonlyArray<string>
  /** Additional query parameters. */
  readonly extras?: { readonly [name: string]: string }
  /** Whether the code challenge is omitted. */
  readonly withoutChallenge?: true
}

const google = "https://www.googleapis.com/auth/userinfo"

const requests: { readonly [providerId: string]: ProviderRequest } = {
  google: { scopes: [`${google}.email`, `${google}.profile`], extras: { include_granted_scopes: "true" } },
  github: { scopes: ["user:email"] },
  microsoft: { scopes: ["User.Read", "openid"] },
  spotify: { scopes: ["user-read-email", "user-read-private"] },
  facebook: { scopes: ["openid", "public_profile", "email"] },
  discord: { scopes: ["identify", "email"] },
  gitlab: { scopes: ["read_user"] },
  bitbucket: { scopes: ["account", "email"] },
  linkedin: { scopes: ["openid", "profile", "email"], withoutChallenge: true },
  apple: { scopes: ["name", "email"], extras: { response_mode: "form_post" } },
  x: { scopes: ["users.read", "offline.access", "tweet.read"] },
  twitch: { scopes: ["user:read:email"] }
}

/** Mock provider that the platform's development servers use in place of all others. */
const mockProvider: ProviderRequest = { scopes: ["openid", "offline_access"] }

/** Returns the parameters for a provider. Shared keys of development servers use the mock provider. */
export const requestTo = (
  { facebookConfigId, id, type }: OAuthProviderConfig,
  { sharedOAuthAccessTokens: isDevelopment }: Pick<Platform, "sharedOAuthAccessTokens">
): ProviderRequest => {
  const known = type === "shared" && isDevelopment || !Object.hasOwn(requests, id) ? mockProvider : requests[id]!
  return id === "facebook" && facebookConfigId !== undefined
    ? { ...known, extras: { config_id: facebookConfigId } }
    : known
}

/** Returns all scopes of a flow without duplicates. */
export const scopesOf = (usual: ReadonlyArray<string>, { providerScope = "" }: OAuthFlow): ReadonlyArray<string> => [
  ...new Set([...usual, ...providerScope.split(/\s+/)].filter((scope) => scope !== ""))
]
