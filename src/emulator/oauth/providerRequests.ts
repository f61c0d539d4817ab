/** What the platform asks each provider for, besides what OAuth wants. docs/platform.md §7.7. */
import type { OAuthFlow, OAuthProviderConfig, Platform } from "../state/index.ts"

/** What a provider is asked for. */
export interface ProviderRequest {
  readonly scopes: ReadonlyArray<string>
  /** What it is sent besides. */
  readonly extras?: { readonly [name: string]: string }
  /** It is sent no code challenge. */
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

/** The provider that development servers lead to in place of all others. */
const mockProvider: ProviderRequest = { scopes: ["openid", "offline_access"] }

/** What this one is asked for. Shared keys of development servers lead to their mock provider. */
export const requestTo = (
  { facebookConfigId, id, type }: OAuthProviderConfig,
  { sharedOAuthAccessTokens: isDevelopment }: Pick<Platform, "sharedOAuthAccessTokens">
): ProviderRequest => {
  const known = type === "shared" && isDevelopment || !Object.hasOwn(requests, id) ? mockProvider : requests[id]!
  return id === "facebook" && facebookConfigId !== undefined
    ? { ...known, extras: { config_id: facebookConfigId } }
    : known
}

/** All scopes that a flow asks for, each once. */
export const scopesOf = (usual: ReadonlyArray<string>, { providerScope = "" }: OAuthFlow): ReadonlyArray<string> => [
  ...new Set([...usual, ...providerScope.split(/\s+/)].filter((scope) => scope !== ""))
]
