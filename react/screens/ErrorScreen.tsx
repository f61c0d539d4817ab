/** The error screen, the target of failed redirects. */
"use client"
import type { ReactNode } from "react"
import { type ErrorState, useErrorPage } from "../parts/useErrorPage.ts"
import type { ScreenProps } from "./elements/Main.tsx"
import { MessageCard } from "./elements/MessageCard.tsx"
import { Screen } from "./elements/Screen.tsx"
import { Filled } from "./inSpans.tsx"
import { useWords } from "./Language.tsx"
import { common, error, problems, signIn } from "./texts/english.ts"

const english = { common, error, problems, signIn }

/** Shows why a redirect failed. */
export const ErrorScreen = ({ fullPage }: ScreenProps): ReactNode => (
  <Screen fullPage={fullPage}>
    <Live />
  </Screen>
)

const Live = () => <ErrorView {...useErrorPage()} />

/** Renders the screen for a given state. */
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
