import { useSignUp } from "latchkey/react/parts"
import { Button, Field, Page, Submit } from "../elements"
import { navigate } from "../router"
import { Code } from "./Code"
import { Providers } from "./Providers"

export const SignUp = () => {
  const state = useSignUp()
  if (state.step === "codeSent") return <Code {...state} />
  if (state.step === "closed") return <Page title="Sign-up is closed" />
  if (state.step !== "methods") return <Page title="Welcome" />
  const { byPassword, oauth } = state
  return (
    <Page title="Create an account">
      {byPassword === undefined ? null : (
        <>
          <Field form={byPassword} name="email" label="Email" keyboardType="email-address" autoComplete="email" />
          <Field form={byPassword} name="password" label="Password" secureTextEntry autoComplete="new-password" />
          <Submit form={byPassword} title="Sign up" />
        </>
      )}
      {oauth === undefined ? null : <Providers {...oauth} />}
      <Button title="I have an account" onPress={() => navigate("/handler/sign-in")} />
    </Page>
  )
}
