/** The forgot-password screen. */
"use client"
import type { ReactNode } from "react"
import { type ForgotPasswordState, useForgotPassword } from "../parts/useForgotPassword.ts"
import { Button } from "./elements/Button.tsx"
import { Field } from "./elements/Field.tsx"
import { FormView } from "./elements/FormView.tsx"
import { Frame } from "./elements/Frame.tsx"
import { Icon } from "./elements/Icon.tsx"
import type { ScreenProps } from "./elements/Main.tsx"
import { Screen } from "./elements/Screen.tsx"
import { useWords } from "./Language.tsx"
import { SentMailActions } from "./mail/SentMail.tsx"
import { common, forgotPassword } from "./texts/english.ts"

const english = { common, forgotPassword }

/** Sends a link for choosing a new password. */
export const ForgotPassword = ({ fullPage }: ScreenProps): ReactNode => (
  <Screen fullPage={fullPage}>
    <ForgotPasswordLive />
  </Screen>
)

/** The content of the screen, also used in a dialog. */
export const ForgotPasswordLive = (): ReactNode => <ForgotPasswordView {...useForgotPassword()} />

/** Renders the screen for a given state. */
export const ForgotPasswordView = (state: ForgotPasswordState): ReactNode => {
  const { common, forgotPassword } = useWords(english)
  const back = state.signInUrl === undefined ? undefined : <a href={state.signInUrl}>{forgotPassword.back}</a>
  switch (state.step) {
    case "ask":
      return (
        <Frame
          title={forgotPassword.title}
          lead={forgotPassword.lead}
          foot={back}
        >
          <FormView form={state.form}>
            <Field form={state.form} name="email" type="email" label={common.email} autoComplete="username" />
            <Button type="submit" look="main" busy={state.form.pending}>{forgotPassword.submit}</Button>
          </FormView>
        </Frame>
      )
    case "sent":
      return (
        <Frame
          title={forgotPassword.sent}
          icon={<Icon name="mail" />}
          lead={forgotPassword.sentHint}
          values={{ email: state.email }}
          foot={back}
        >
          <SentMailActions {...state} />
        </Frame>
      )
  }
}
