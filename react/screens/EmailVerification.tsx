/** The email-verification screen, opened by a link in an email. */
"use client"
import type { ReactNode } from "react"
import { type EmailVerificationState, useEmailVerification } from "../parts/useEmailVerification.ts"
import { BrokenLinkView } from "./elements/BrokenLink.tsx"
import type { ScreenProps } from "./elements/Main.tsx"
import { MessageCard, Working } from "./elements/MessageCard.tsx"
import { Screen } from "./elements/Screen.tsx"
import { useWords } from "./Language.tsx"
import { common, emailVerification } from "./texts/english.ts"

const english = { common, emailVerification }

/**
 * Verifies the email address that received the link: immediately for a signed-in user, otherwise when the user presses
 * the button.
 */
export const EmailVerification = ({ fullPage }: ScreenProps): ReactNode => (
  <Screen fullPage={fullPage}>
    <Live />
  </Screen>
)

const Live = () => <EmailVerificationView {...useEmailVerification()} />

/** Renders the screen for a given state. */
export const EmailVerificationView = (state: EmailVerificationState): ReactNode => {
  const { common, emailVerification } = useWords(english)
  switch (state.step) {
    case "working":
      return <Working title={emailVerification.working} />
    case "confirm":
      return (
        <MessageCard
          title={emailVerification.confirm}
          icon="mail"
          text={emailVerification.confirmHint}
          actions={[{ label: common.continue, onPress: state.confirm }, { label: common.home, to: state.homeUrl }]}
        />
      )
    case "done":
      return (
        <MessageCard
          title={state.again ? emailVerification.used : emailVerification.done}
          look="good"
          text={state.again ? emailVerification.usedHint : emailVerification.doneHint}
          actions={[{ label: emailVerification.goOn, to: state.goOnUrl, done: true }]}
        />
      )
    case "broken": {
      const { homeUrl, problem, resend, retry } = state
      const home = { label: common.home, to: homeUrl }
      if (resend === undefined || retry !== undefined) {
        return <BrokenLinkView title={emailVerification.broken} problem={problem} retry={retry} action={home} />
      }
      if (resend.done) {
        return (
          <MessageCard title={emailVerification.sent} icon="mail" text={emailVerification.resent} actions={[home]} />
        )
      }
      return (
        <MessageCard
          title={emailVerification.broken}
          problem={resend.problem ?? problem}
          actions={[{ label: emailVerification.resend, onPress: resend.submit, busy: resend.pending }, home]}
        />
      )
    }
  }
}
