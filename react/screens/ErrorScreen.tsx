/** The error screen, where redirects lead that cannot go on. */
"use client"
import type { ReactNode } from "react"
import { type ErrorState, useErrorPage } from "../parts/useErrorPage.ts"
import { MessageCard } from "./elements/MessageCard.tsx"
import { Screen } from "./elements/Screen.tsx"
import { Filled } from "./inSpans.tsx"
import { useWords } from "./Language.tsx"
import { common, error, problems, signIn } from "./texts/english.ts"

const english = { common, error, problems, signIn }

/** Says what a redirect could not go on with. */
export const ErrorScreen = (): ReactNode => (
  <Screen>
    <Live />
  </Screen>
)

const Live = () => <ErrorView {...useErrorPage()} />

/** The screen in a given state, without a platform. */
export const ErrorView = ({ code, homeUrl, problem, signInUrl }: ErrorState): ReactNode => {
  const { common, error, problems, signIn } = useWords(english)
  const home = { label: common.home, to: homeUrl }
  return (
    <MessageCard
      title={common.broken}
      text={problem === undefined ? error.hint : undefined}
      problem={problem}
      actions={signInUrl === undefined ? [home] : [{ label: signIn.submit, to: signInUrl }, home]}
    >
      {code === undefined ? null : (
        <p className="lk-hint">
          <Filled text={problems.reference} values={{ code }} />
        </p>
      )}
    </MessageCard>
  )
}
