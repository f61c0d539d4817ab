import * as Redacted from "effect/Redacted"
import { useMfa, useMfaSection } from "latchkey/react/parts"
import { Text } from "react-native"
import { Button, Field, Page, Problem, Submit } from "../elements"
import { navigate } from "../router"

/** Continues a sign-in with a code of the authenticator app. */
export const SecondFactor = () => {
  const state = useMfa()
  if (state.step === "leaving") return <Page title="Welcome" />
  if (state.step !== "ask") {
    return (
      <Page title="Please sign in again">
        <Button title="Sign in" onPress={() => navigate("/handler/sign-in")} />
      </Page>
    )
  }
  return (
    <Page title="Enter the code of your authenticator app">
      <Field form={state.form} name="totp" label="Authenticator code" keyboardType="number-pad" />
      <Submit form={state.form} title="Continue" />
    </Page>
  )
}

/** Sets up an authenticator app, or removes it. */
export const SecondFactorSettings = () => {
  const state = useMfaSection()
  if (state.step === "setUp") {
    return (
      <>
        <Text selectable>Key: {Redacted.value(state.enrolment.secret)}</Text>
        <Field form={state.form} name="totp" label="Authenticator code" keyboardType="number-pad" />
        <Submit form={state.form} title="Turn on" />
      </>
    )
  }
  return (
    <>
      <Problem problem={state.problem} />
      {state.step === "off"
        ? <Button title="Set up an authenticator app" disabled={state.beginning} onPress={state.begin} />
        : <Button title="Remove the authenticator app" disabled={state.turningOff} onPress={state.turnOff} />}
    </>
  )
}
