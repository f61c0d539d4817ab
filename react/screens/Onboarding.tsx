/** The onboarding screen, for restricted users. */
"use client"
import { type ReactNode, useId } from "react"
import type { Form } from "../parts/form/useForm.ts"
import { type OnboardingState, useOnboarding } from "../parts/useOnboarding.ts"
import { Button } from "./elements/Button.tsx"
import { Field } from "./elements/Field.tsx"
import { FormView } from "./elements/FormView.tsx"
import { Frame } from "./elements/Frame.tsx"
import { LeavingView } from "./elements/Leaving.tsx"
import type { ScreenProps } from "./elements/Main.tsx"
import { MessageCard } from "./elements/MessageCard.tsx"
import { Notice } from "./elements/Notice.tsx"
import { Screen } from "./elements/Screen.tsx"
import { Filled } from "./inSpans.tsx"
import { useWords } from "./Language.tsx"
import { common, lang, onboarding, signOut } from "./texts/english.ts"
import { interpolatePlural } from "./texts/interpolate.ts"

const english = { common, lang, onboarding, signOut }

/**
 * Lets restricted users verify their email address, or shows the administrator's message. Then goes to the next page.
 */
export const Onboarding = ({ fullPage }: ScreenProps): ReactNode => (
  <Screen fullPage={fullPage}>
    <Live />
  </Screen>
)

const Live = () => <OnboardingView {...useOnboarding()} />

/** Renders the screen for a given state. */
export const OnboardingView = (state: OnboardingState): ReactNode => {
  const { onboarding, signOut } = useWords(english)
  switch (state.step) {
    case "signedOut":
      return (
        <MessageCard
          title={signOut.nobody}
          text={onboarding.signedOut}
          actions={[{ label: onboarding.signIn, to: state.signInUrl }, {
            label: onboarding.signUp,
            to: state.signUpUrl
          }]}
        />
      )
    case "leaving":
      return <LeavingView {...state} />
    case "verify":
      return <Verify {...state} />
    case "address":
      return <Address {...state} />
    case "waiting":
      return <AtAdministrator {...state} />
  }
}

type At<Step> = Extract<OnboardingState, { readonly step: Step }>

const Verify = ({ check, email, notYet, otherAddress, resend, resendIn, sent, signOut }: At<"verify">) => {
  const { lang, onboarding } = useWords(english)
  const hint = useId()
  return (
    <Frame title={onboarding.verify} lead={onboarding.verifyLead} values={{ email }}>
      {sent
        ? (
          <Notice look="good">
            <Filled text={onboarding.sent} values={{ email }} />
          </Notice>
        )
        : null}
      {notYet
        ? (
          <Notice look="plain">
            <Filled text={onboarding.notVerified} values={{ email }} />
          </Notice>
        )
        : null}
      <FormView form={check} label={onboarding.check}>
        <Button type="submit" look="main" busy={check.pending}>{onboarding.check}</Button>
      </FormView>
      <FormView form={resend} label={onboarding.send}>
        <Button
          type="submit"
          busy={resend.pending}
          off={resendIn > 0}
          aria-describedby={resendIn > 0 ? hint : undefined}
        >
          {onboarding.send}
        </Button>
        {resendIn > 0
          ? <p id={hint} className="lk-hint">{interpolatePlural(onboarding.sendIn, { seconds: resendIn }, lang)}</p>
          : null}
      </FormView>
      <Button look="quiet" onClick={otherAddress}>{onboarding.otherAddress}</Button>
      <SignOut form={signOut} />
    </Frame>
  )
}

const Address = ({ back, form, signOut }: At<"address">) => {
  const { common, onboarding } = useWords(english)
  return (
    <Frame title={onboarding.address} lead={onboarding.addressLead}>
      <FormView form={form} label={onboarding.address}>
        <Field form={form} name="email" type="email" label={common.email} autoComplete="email" />
        <Button type="submit" look="main" busy={form.pending}>{onboarding.send}</Button>
        {back === undefined ? null : <Button look="quiet" onClick={back}>{common.back}</Button>}
      </FormView>
      <SignOut form={signOut} />
    </Frame>
  )
}

const AtAdministrator = ({ check, notYet, says, signOut }: At<"waiting">) => {
  const { onboarding } = useWords(english)
  return (
    <Frame title={onboarding.waiting} lead={onboarding.waitingLead}>
      {says === null ? null : <Notice look="plain" title={onboarding.says}>{says}</Notice>}
      {notYet ? <Notice look="plain">{onboarding.stillWaiting}</Notice> : null}
      <FormView form={check} label={onboarding.tryAgain}>
        <Button type="submit" look="main" busy={check.pending}>{onboarding.tryAgain}</Button>
      </FormView>
      <SignOut form={signOut} />
    </Frame>
  )
}

const SignOut = ({ form }: { readonly form: Form<{}> }) => {
  const { onboarding } = useWords(english)
  return (
    <FormView form={form} label={onboarding.signOut}>
      <Button type="submit" look="quiet" busy={form.pending}>{onboarding.signOut}</Button>
    </FormView>
  )
}
