/** The mfa screen, which reads the TOTP code for a sign-in. */
"use client"
import type { ReactNode } from "react"
import type { EnterOptions } from "../parts/useEnter.ts"
import { type MfaState, useMfa } from "../parts/useMfa.ts"
import type { BackLink } from "../parts/useWayBack.ts"
import { Button } from "./elements/Button.tsx"
import { CodeField } from "./elements/CodeField.tsx"
import { FormView } from "./elements/FormView.tsx"
import { Frame } from "./elements/Frame.tsx"
import { LeavingView } from "./elements/Leaving.tsx"
import type { ScreenProps } from "./elements/Main.tsx"
import { MessageCard } from "./elements/MessageCard.tsx"
import { Screen } from "./elements/Screen.tsx"
import { useWords } from "./Language.tsx"
import { common, mfa } from "./texts/english.ts"

const english = { common, mfa }

/** Requests the TOTP code of the current sign-in. */
export const Mfa = ({ fullPage }: ScreenProps): ReactNode => (
  <Screen fullPage={fullPage}>
    <MfaLive />
  </Screen>
)

/** The content of the screen, also used in a dialog. */
export const MfaLive = (options: EnterOptions): ReactNode => <MfaView {...useMfa(options)} />

/** Renders the screen for a given state. */
export const MfaView = (state: MfaState): ReactNode => {
  const { common, mfa } = useWords(english)
  const back = ({ homeUrl, signInUrl }: BackLink) =>
    signInUrl === undefined ? { label: common.home, to: homeUrl } : { label: mfa.back, to: signInUrl }
  switch (state.step) {
    case "ask":
      return (
        <Frame
          title={mfa.title}
          lead={mfa.lead}
          foot={state.signInUrl === undefined ? undefined : <a href={state.signInUrl}>{mfa.back}</a>}
        >
          <FormView form={state.form}>
            <CodeField
              form={state.form}
              name="totp"
              label={mfa.code}
              inputMode="numeric"
              autoFocus
            />
            <Button type="submit" look="main" busy={state.form.pending}>{mfa.submit}</Button>
          </FormView>
        </Frame>
      )
    case "leaving":
      return <LeavingView {...state} />
    case "nothing":
      return <MessageCard title={mfa.nothing} text={mfa.nothingHint} actions={[back(state)]} />
    case "expired":
      return <MessageCard title={mfa.expired} icon="clock" text={mfa.expiredHint} actions={[back(state)]} />
  }
}
