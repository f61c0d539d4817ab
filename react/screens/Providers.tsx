/** The OAuth providers of a project. */
"use client"
import type { ReactNode } from "react"
import type { OAuthChoices } from "../parts/useSignIn.ts"
import { Button } from "./elements/Button.tsx"
import { ProblemNotice } from "./elements/Notice.tsx"
import { ProviderIcon, providerName } from "./elements/ProviderIcon.tsx"
import { useTexts } from "./Language.tsx"
import { interpolate } from "./texts/interpolate.ts"

/** A button for each OAuth provider. */
export const Providers = ({ busy, problem, providers, start }: OAuthChoices): ReactNode => {
  const { signIn } = useTexts()
  return (
    <div className="lk-stack lk-tight">
      <ProblemNotice problem={problem} />
      <div className={providers.length > 2 ? "lk-two" : "lk-stack lk-tight"}>
        {providers.map((provider) => (
          <Button key={provider} busy={busy === provider} onClick={() => start(provider)}>
            {busy === provider ? null : <ProviderIcon provider={provider} />}
            {providers.length > 2
              ? providerName(provider)
              : interpolate(signIn.with, { provider: providerName(provider) })}
          </Button>
        ))}
      </div>
    </div>
  )
}
