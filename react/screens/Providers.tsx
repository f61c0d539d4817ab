/** Buttons for a project's OAuth providers. */
"use client"
import type { CSSProperties, ReactNode } from "react"
import { isKnownProvider, providerName } from "../../schemas/providerNames.ts"
import type { OAuthChoices } from "../parts/useSignIn.ts"
import { Button } from "./elements/Button.tsx"
import { ProblemNotice } from "./elements/Notice.tsx"
import { ProviderIcon } from "./elements/ProviderIcon.tsx"
import { useWords } from "./Language.tsx"
import { signIn } from "./texts/english.ts"
import { interpolate } from "./texts/interpolate.ts"

const english = { signIn }

/**
 * Renders one button per OAuth provider. One or two buttons have labels. If there are more, all of them are icons with
 * accessible names.
 */
export const Providers = ({ busy, lastUsed, problem, providers, start }: OAuthChoices): ReactNode => {
  const { signIn } = useWords(english)
  const isMany = providers.length > 2
  return (
    <div className="lk-stack lk-tight">
      <ProblemNotice problem={problem} />
      <div
        className={isMany ? "lk-tiles" : "lk-stack lk-tight"}
        style={isMany ? { "--lk-columns": columns(providers.length) } as CSSProperties : undefined}
      >
        {providers.map((provider) => {
          const name = providerName(provider)
          const label = interpolate(signIn.with, { provider: name })
          const last = provider === lastUsed
            ? (
              <>
                {" "}
                <span className="lk-last">{signIn.lastUsed}</span>
              </>
            )
            : null
          return (
            <Button
              key={provider}
              busy={busy === provider}
              onClick={() => start(provider)}
              {...isMany ? { "aria-label": last === null ? label : `${label}, ${signIn.lastUsed}`, title: name } : {}}
            >
              {busy === provider ? null : <ProviderIcon provider={provider} />}
              {isMany ? isKnownProvider(provider) ? null : <bdi translate="no">{name}</bdi> : label}
              {last}
            </Button>
          )
        })}
      </div>
    </div>
  )
}

/** A phone has room for six buttons in a row. A larger number is spread over rows of equal length. */
const columns = (tiles: number): number => Math.ceil(tiles / Math.ceil(tiles / 6))
