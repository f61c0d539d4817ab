/** The oauth-callback screen, to which OAuth providers redirect. */
"use client"
import type { ReactNode } from "react"
import { type OAuthCallbackState, useOAuthCallback } from "../parts/useOAuthCallback.ts"
import { LeavingView } from "./elements/Leaving.tsx"
import type { ScreenProps } from "./elements/Main.tsx"
import { MessageCard, Working } from "./elements/MessageCard.tsx"
import { Screen } from "./elements/Screen.tsx"
import { useWords } from "./Language.tsx"
import { common, oauth } from "./texts/english.ts"

const english = { common, oauth }

/** Completes a sign-in with an OAuth provider. */
export const OAuthCallback = ({ fullPage }: ScreenProps): ReactNode => (
  <Screen fullPage={fullPage}>
    <Live />
  </Screen>
)

const Live = () => <OAuthCallbackView {...useOAuthCallback()} />

/** Renders the screen for a given state. */
export const OAuthCallbackView = (state: OAuthCallbackState): ReactNode => {
  const { common, oauth } = useWords(english)
  switch (state.step) {
    case "working":
      return <Working title={oauth.working} />
    case "done":
      return <LeavingView step="leaving" to="onwards" isNewUser={false} href={state.goOnUrl} />
    case "broken":
      return (
        <MessageCard
          title={oauth.broken}
          look="danger"
          text={state.problem === undefined ? oauth.missing : undefined}
          problem={state.problem}
          actions={[
            state.signInUrl === undefined
              ? { label: common.home, to: state.homeUrl }
              : { label: oauth.again, to: state.signInUrl }
          ]}
        />
      )
  }
}
