/** The password-reset screen, where the mailed link leads. */
"use client"
import type { ReactNode } from "react"
import { shortestPassword } from "../parts/form/passwordRules.ts"
import { type PasswordResetState, usePasswordReset } from "../parts/usePasswordReset.ts"
import { Button } from "./elements/Button.tsx"
import { Field } from "./elements/Field.tsx"
import { FormView } from "./elements/FormView.tsx"
import { Frame } from "./elements/Frame.tsx"
import { Outcome, Working } from "./elements/MessageCard.tsx"
import { Waiting } from "./elements/Waiting.tsx"
import { useTexts } from "./Language.tsx"
import { say } from "./texts/interpolate.ts"

/** Takes a new password from whoever opened the link. */
export const PasswordReset = (): ReactNode => (
  <Waiting>
    <Live />
  </Waiting>
)

const Live = () => <PasswordResetView {...usePasswordReset()} />

/** The screen in a given state, without a platform. */
export const PasswordResetView = (state: PasswordResetState): ReactNode => {
  const { common, passwordReset, signUp } = useTexts()
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
              hint={say(signUp.passwordHint, { length: shortestPassword })}
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
        <Outcome
          title={passwordReset.done}
          look="good"
          text={passwordReset.doneHint}
          ways={[{ label: passwordReset.signIn, to: state.signInUrl, done: true }]}
        />
      )
    case "broken":
      return (
        <Outcome
          title={passwordReset.broken}
          problem={state.problem}
          ways={[{ label: passwordReset.again, to: state.forgotUrl }]}
        />
      )
  }
}
