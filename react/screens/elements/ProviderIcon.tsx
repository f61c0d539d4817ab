/** The OAuth providers as people know them. */
import { lazy, type ReactNode } from "react"
import type { oauthProviderTypes } from "../../../schemas/entities/Project.ts"
import { Waiting } from "./Waiting.tsx"

/** A provider whose name and mark are known. */
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

/** One that has a mark. */
export const isKnownProvider = (provider: string): provider is Provider => Object.hasOwn(names, provider)

/** How the provider writes its own name; its id where it is not known. */
export const providerName = (provider: string): string => isKnownProvider(provider) ? names[provider] : provider

/** The marks weigh as much as a screen, and come when one is shown. */
const Mark = lazy(async () => ({ default: (await import("./providerMarks.tsx")).ProviderMark }))

const place = <span className="lk-mark" />

/** Decoration: the name stands beside it. Nothing for a provider that is not known; its place until it is there. */
export const ProviderIcon = ({ provider }: { readonly provider: string }): ReactNode =>
  isKnownProvider(provider)
    ? (
      <Waiting until={place} isSeen={false} failed={() => place}>
        <Mark provider={provider} />
      </Waiting>
    )
    : null
