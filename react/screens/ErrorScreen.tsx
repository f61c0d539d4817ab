/** The error screen, where redirects lead that cannot go on. */
"use client"
import type { ReactNode } from "react"
import { type ErrorState, useErrorPage } from "../parts/useErrorPage.ts"
import { MessageCard } from "./elements/MessageCard.tsx"
import { Waiting } from "./elements/Waiting.tsx"
import { useTexts } from "./Language.tsx"
import { interpolate } from "./texts/interpolate.ts"

/** Says what a redirect could not go on with. */
export const ErrorScreen = (): ReactNode => (
  <Waiting>
    <Live />
  </Waiting>
)

const Live = () => <ErrorView {...useErrorPage()} />

/** The screen in a given state, without a platform. */
export const ErrorView = ({ code, homeUrl, problem, signInUrl }: ErrorState): ReactNode => {
  const { common, error, problems, signIn } = useTexts()
  return (
    <MessageCard
      title={error.title}
      text={problem === undefined ? error.hint : undefined}
      problem={problem}
      actions={[{ label: signIn.submit, to: signInUrl }, { label: common.home, to: homeUrl }]}
    >
      {code === undefined ? null : <p className="lk-hint">{interpolate(problems.reference, { code })}</p>}
    </MessageCard>
  )
}
