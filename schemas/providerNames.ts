/** Names of the OAuth providers, as the providers spell them. */
import type { oauthProviderTypes } from "./entities/oauthProviderTypes.ts"

/** A provider with a known name and logo. */
export type ProviderType = typeof oauthProviderTypes[number]

const names: { readonly [P in ProviderType]: string } = {
  google: "Google",
  github: "GitHub",
  microsoft: "Microsoft",
  spotify: "Spotify",
  facebook: "Facebook",
  discord: "Discord",
  gitlab: "GitLab",
  bitbucket: "Bitbucket",
  linkedin: "LinkedIn",
  apple: "Apple",
  x: "X",
  twitch: "Twitch"
}

/** Whether the provider has a known name and logo. */
export const isKnownProvider = (provider: string): provider is ProviderType => Object.hasOwn(names, provider)

/** Returns the provider's name, or its id if the provider is unknown. */
export const providerName = (provider: string): string => isKnownProvider(provider) ? names[provider] : provider
