/** Names and logos of OAuth providers. */
import { lazy, type ReactNode } from "react"
import type { oauthProviderTypes } from "../../../schemas/entities/Project.ts"
import { Waiting } from "./Waiting.tsx"

/** A provider with a known name and logo. */
export type Provider = typeof oauthProviderTypes[number]

const names: { readonly [P in Provider]: string } = {
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

/** Whether the provider has a logo. */
export const isKnownProvider = (provider: string): provider is Provider => Object.hasOwn(names, provider)

/** Returns the provider's name, or its id if it is unknown. */
export const providerName = (provider: string): string => isKnownProvider(provider) ? names[provider] : provider

/** Loads the logos on first use, because they are as large as a screen. */
const Mark = lazy(async () => ({ default: (await import("./providerMarks.tsx")).ProviderMark }))

const place = <span className="lk-mark" />

/** Decorative: the name is next to it. Renders nothing for an unknown provider, and a placeholder while loading. */
export const ProviderIcon = ({ provider }: { readonly provider: string }): ReactNode =>
  isKnownProvider(provider)
    ? (
      <Waiting until={place} isSeen={false} failed={() => place}>
        <Mark provider={provider} />
      </Waiting>
    )
    : null
