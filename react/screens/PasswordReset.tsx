/** The password-reset screen, opened by a link in an email. */
"use client"
import type { ReactNode } from "react"
import { shortestPassword } from "../parts/form/passwordRules.ts"
import { type PasswordResetState, usePasswordReset } from "../parts/usePasswordReset.ts"
import { BrokenLinkView } from "./elements/BrokenLink.tsx"
import { Button } from "./elements/Button.tsx"
import { Field } from "./elements/Field.tsx"
import { FormView } from "./elements/FormView.tsx"
import { Frame } from "./elements/Frame.tsx"
import type { ScreenProps } from "./elements/Main.tsx"
import { MessageCard, Working } from "./elements/MessageCard.tsx"
import { Screen } from "./elements/Screen.tsx"
import { useWords } from "./Language.tsx"
import { common, passwordReset, signUp } from "./texts/english.ts"
import { interpolate } from "./texts/interpolate.ts"

const english = { common, passwordReset, signUp }

/** Sets a new password. */
export const PasswordReset = ({ fullPage }: ScreenProps): ReactNode => (
  <Screen fullPage={fullPage}>
    <Live />
  </Screen>
)

const Live = () => <PasswordResetView {...usePasswordReset()} />

/** Renders the screen for a given state. */
export const PasswordResetView = (state: PasswordResetState): ReactNode => {
  const { common, passwordReset, signUp } = useWords(english)
  switch (state.step) {
    case "checking":
      return <Working title={common.loading} />
    case "ask":
      return (
        <Frame title={passwordReset.title}>
          <FormView form={state.form}>
            {state.email === undefined ?
              null :
              <input hidden readOnly type="email" name="username" autoComplete="username" value={state.email} />}
            <Field
              form={state.form}
              name="password"
              type="password"
              label={passwordReset.password}
              hint={interpolate(signUp.passwordHint, { length: shortestPassword })}
              autoComplete="new-password"
            />
            <Field
              form={state.form}
              name="repeated"
              type="password"
              label={passwordReset.repeated}
              autoComplete="new-password"
            />
            <Button type="submit" look="main" busy={state.form.pending}>{passwordReset.submit}</Button>
          </FormView>
        </Frame>
      )
    case "done":
      return (
        <MessageCard
          title={passwordReset.done}
          look="good"
          text={state.signInUrl === undefined ? undefined : passwordReset.doneHint}
          actions={[
            state.signInUrl === undefined
              ? { label: common.home, to: state.homeUrl, done: true }
              : { label: passwordReset.signIn, to: state.signInUrl, done: true }
          ]}
        />
      )
    case "broken":
      return (
        <BrokenLinkView
          {...state}
          title={passwordReset.broken}
          action={{ label: passwordReset.again, to: state.forgotUrl }}
        />
      )
  }
}
