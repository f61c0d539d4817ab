/** The sign-in screen with every method of the project. */
"use client"
import { type ReactNode, useState } from "react"
import type { Form } from "../parts/form/useForm.ts"
import type { EnterOptions } from "../parts/useEnter.ts"
import { type SignInOptions, type SignInState, useSignIn } from "../parts/useSignIn.ts"
import { AlreadySignedIn } from "./AlreadySignedIn.tsx"
import { useBrandName } from "./Brand.tsx"
import { Button } from "./elements/Button.tsx"
import { Field } from "./elements/Field.tsx"
import { FormView } from "./elements/FormView.tsx"
import { Frame } from "./elements/Frame.tsx"
import { Icon } from "./elements/Icon.tsx"
import { LeavingView } from "./elements/Leaving.tsx"
import type { ScreenProps } from "./elements/Main.tsx"
import { MessageCard } from "./elements/MessageCard.tsx"
import { Notice, ProblemNotice } from "./elements/Notice.tsx"
import { Screen } from "./elements/Screen.tsx"
import { useWords } from "./Language.tsx"
import { MailedCode, useCodeAhead } from "./mail/MailedCode.tsx"
import { Providers } from "./Providers.tsx"
import { common, problems, signIn } from "./texts/english.ts"
import { interpolate } from "./texts/interpolate.ts"

const english = { common, problems, signIn }

/** Props of `SignIn`. */
export interface SignInProps extends SignInOptions, ScreenProps {
  /**
   * The method that is shown first if the project has both. Users can switch to the other one.
   *
   * @default "password"
   */
  readonly firstMethod?: "password" | "code" | undefined
}

/** Signs users in, then continues to the next page. */
export const SignIn = ({ fullPage, ...props }: SignInProps): ReactNode => (
  <Screen fullPage={fullPage}>
    <SignInLive {...props} />
  </Screen>
)

/** The content of the screen, also used in a dialog. */
export const SignInLive = ({ firstMethod, ...options }: Omit<SignInProps, "fullPage"> & EnterOptions): ReactNode => (
  <SignInView {...useSignIn(options)} firstMethod={firstMethod} />
)

/** Renders the screen for a given state. */
export const SignInView = ({ firstMethod, ...state }: SignInState & Pick<SignInProps, "firstMethod">): ReactNode => {
  const { signIn } = useWords(english)
  const project = useBrandName(state.projectName)
  const title = project === "" ? signIn.plainTitle : interpolate(signIn.title, { project })
  switch (state.step) {
    case "signedIn":
      return <AlreadySignedIn {...state} title={title} />
    case "leaving":
      return <LeavingView {...state} />
    case "codeSent":
      return <MailedCode {...state} />
    case "methods":
      return <Methods {...state} title={title} firstMethod={firstMethod} />
  }
}

type At<Step> = Extract<SignInState, { readonly step: Step }>

const Methods = ({ firstMethod = "password", title, ...state }:
  & At<"methods">
  & Pick<SignInProps, "firstMethod">
  & { readonly title: string }) =>
{
  const { common, problems, signIn } = useWords(english)
  const { byCode, byPassword, homeUrl, oauth, passkey, signUpUrl, untrustedReturn } = state
  const [typed, setTyped] = useState(
    byPassword === undefined ? "code" : byCode === undefined ? "password" : firstMethod
  )
  useCodeAhead(byCode?.pending)
  const mails = byPassword !== undefined || byCode !== undefined
  const foot = signUpUrl === undefined ? undefined : (
    <>
      <span>{signIn.noAccount}</span> <a href={signUpUrl}>{signIn.signUp}</a>
    </>
  )
  if (!mails && oauth === undefined && passkey === undefined) {
    return (
      <MessageCard
        title={signIn.noMethods}
        text={signIn.noMethodsHint}
        actions={[{ label: common.home, to: homeUrl }]}
      />
    )
  }
  return (
    <Frame title={title} foot={foot}>
      {untrustedReturn ? <Notice look="plain">{problems.untrusted}</Notice> : null}
      {oauth === undefined && passkey === undefined ? null : (
        <div className="lk-stack lk-tight">
          {oauth === undefined ? null : <Providers {...oauth} />}
          {passkey === undefined ? null : <Passkey {...passkey} />}
        </div>
      )}
      {mails && (oauth !== undefined || passkey !== undefined) ? <p className="lk-or">{common.or}</p> : null}
      {typed === "password" && byPassword !== undefined ? <ByPassword form={byPassword} {...state} /> : null}
      {typed === "code" && byCode !== undefined ? <ByCode form={byCode} /> : null}
      {byPassword !== undefined && byCode !== undefined
        ? (
          <Button
            look="quiet"
            onClick={() => setTyped(typed === "code" ? "password" : "code")}
          >
            {typed === "code" ? signIn.byPassword : signIn.byCode}
          </Button>
        )
        : null}
    </Frame>
  )
}

const Passkey = ({ cancelled, pending, problem, start }: NonNullable<At<"methods">["passkey"]>) => {
  const { signIn } = useWords(english)
  return (
    <div className="lk-stack lk-tight">
      <ProblemNotice problem={problem} />
      <Button busy={pending} onClick={start}>
        {pending ? null : <Icon name="passkey" />}
        {signIn.passkey}
      </Button>
      {cancelled ? <p className="lk-hint" role="status">{signIn.passkeyCancelled}</p> : null}
    </div>
  )
}

const ByPassword = ({ forgotUrl, form, passkey }: {
  readonly form: Form<{ readonly email: string; readonly password: string }>
  readonly forgotUrl: string
  readonly passkey: object | undefined
}) => {
  const { common, signIn } = useWords(english)
  // `webauthn` has to be the last value. Otherwise, browsers don't offer passkeys by autofill.
  const offered = passkey === undefined ? "" : " webauthn"
  return (
    <FormView form={form}>
      <Field form={form} name="email" type="email" label={common.email} autoComplete={`username${offered}`} autoFocus />
      <Field
        form={form}
        name="password"
        type="password"
        label={common.password}
        autoComplete={`current-password${offered}`}
        aside={<a href={forgotUrl}>{signIn.forgot}</a>}
      />
      <Button type="submit" look="main" busy={form.pending}>{signIn.submit}</Button>
    </FormView>
  )
}

const ByCode = ({ form }: { readonly form: Form<{ readonly email: string }> }) => {
  const { common, signIn } = useWords(english)
  return (
    <FormView form={form}>
      <Field form={form} name="email" type="email" label={common.email} autoComplete="username webauthn" autoFocus />
      <Button type="submit" look="main" busy={form.pending}>{signIn.sendCode}</Button>
    </FormView>
  )
}
