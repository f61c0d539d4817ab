/** Message shown during the redirect after a sign-in. */
"use client"
import type { ReactNode } from "react"
import type { LeavingState } from "../../parts/useEnter.ts"
import { useWords } from "../Language.tsx"
import { leaving } from "../texts/english.ts"
import { MessageCard } from "./MessageCard.tsx"

const english = { leaving }

/** Confirms the sign-in, with a link in case the redirect is slow. */
export const LeavingView = ({ href, isNewUser, to }: LeavingState): ReactNode => {
  const { leaving } = useWords(english)
  const actions = [{ label: leaving.goOn, to: href, done: true }] as const
  switch (to) {
    case "mfa":
      return <MessageCard title={leaving.mfa} text={leaving.mfaHint} actions={actions} />
    case "onboarding":
      return <MessageCard title={leaving.mfa} text={leaving.onboardingHint} actions={actions} />
    case "onwards":
      return (
        <MessageCard
          title={isNewUser ? leaving.welcome : leaving.done}
          look="good"
          text={isNewUser ? leaving.welcomeHint : leaving.hint}
          actions={actions}
        />
      )
  }
}
