/** The sign-up screen with every method of the project. */
"use client"
import type { ReactNode } from "react"
import { shortestPassword } from "../parts/form/passwordRules.ts"
import type { EnterOptions } from "../parts/useEnter.ts"
import { type SignUpState, useSignUp } from "../parts/useSignUp.ts"
import { AlreadySignedIn } from "./AlreadySignedIn.tsx"
import { useBrandName } from "./Brand.tsx"
import { Button } from "./elements/Button.tsx"
import { Field } from "./elements/Field.tsx"
import { FormView } from "./elements/FormView.tsx"
import { Frame } from "./elements/Frame.tsx"
import { LeavingView } from "./elements/Leaving.tsx"
import type { ScreenProps } from "./elements/Main.tsx"
import { MessageCard } from "./elements/MessageCard.tsx"
import { Notice } from "./elements/Notice.tsx"
import { Screen } from "./elements/Screen.tsx"
import { useWords } from "./Language.tsx"
import { MailedCode, useCodeAhead } from "./mail/MailedCode.tsx"
import { Providers } from "./Providers.tsx"
import { common, problems, signIn, signUp } from "./texts/english.ts"
import { interpolate } from "./texts/interpolate.ts"

const english = { common, problems, signIn, signUp }

/** Creates accounts, then continues to the next page. */
export const SignUp = ({ fullPage }: ScreenProps): ReactNode => (
  <Screen fullPage={fullPage}>
    <SignUpLive />
  </Screen>
)

/** The content of the screen, also used in a dialog. */
export const SignUpLive = (options: EnterOptions): ReactNode => <SignUpView {...useSignUp(options)} />

/** Renders the screen for a given state. */
export const SignUpView = (state: SignUpState): ReactNode => {
  const { signUp } = useWords(english)
  switch (state.step) {
    case "signedIn":
      return <AlreadySignedIn {...state} title={signUp.plainTitle} />
    case "closed":
      return (
        <MessageCard
          title={signUp.closed}
          text={signUp.closedHint}
          actions={[{ label: signUp.signIn, to: state.signInUrl }]}
        />
      )
    case "leaving":
      return <LeavingView {...state} />
    case "codeSent":
      return <MailedCode {...state} />
    case "methods":
      return <Methods {...state} />
  }
}

const Methods = (
  { byCode, byPassword, homeUrl, oauth, projectName, signInUrl, untrustedReturn }: Extract<
    SignUpState,
    { readonly step: "methods" }
  >
) => {
  const { common, problems, signIn, signUp } = useWords(english)
  const project = useBrandName(projectName)
  useCodeAhead(byCode?.pending)
  const mails = byPassword !== undefined || byCode !== undefined
  if (!mails && oauth === undefined) {
    return (
      <MessageCard
        title={signIn.noMethods}
        text={signIn.noMethodsHint}
        actions={[{ label: common.home, to: homeUrl }]}
      />
    )
  }
  return (
    <Frame
      title={project === "" ? signUp.plainTitle : interpolate(signUp.title, { project })}
      foot={
        <>
          <span>{signUp.haveAccount}</span> <a href={signInUrl}>{signUp.signIn}</a>
        </>
      }
    >
      {untrustedReturn ? <Notice look="plain">{problems.untrusted}</Notice> : null}
      {oauth === undefined ? null : <Providers {...oauth} />}
      {mails && oauth !== undefined ? <p className="lk-or">{common.or}</p> : null}
      {byPassword === undefined ? null : (
        <FormView form={byPassword}>
          <Field form={byPassword} name="email" type="email" label={common.email} autoComplete="username" autoFocus />
          <Field
            form={byPassword}
            name="password"
            type="password"
            label={common.password}
            hint={interpolate(signUp.passwordHint, { length: shortestPassword })}
            autoComplete="new-password"
          />
          <Button type="submit" look="main" busy={byPassword.pending}>{signUp.submit}</Button>
        </FormView>
      )}
      {byCode === undefined || byPassword !== undefined ? null : (
        <FormView form={byCode}>
          <Field
            form={byCode}
            name="email"
            type="email"
            label={common.email}
            hint={signUp.codeHint}
            autoComplete="username"
            autoFocus
          />
          <Button type="submit" look="main" busy={byCode.pending}>{signIn.sendCode}</Button>
        </FormView>
      )}
    </Frame>
  )
}
