import { useSignIn } from "latchkey/react/parts"
import { Button, Field, Page, Problem, Submit } from "../elements"
import { navigate } from "../router"
import { Code } from "./Code"
import { Providers } from "./Providers"

export const SignIn = () => {
  const state = useSignIn({ passkeyUpgrade: false })
  if (state.step === "codeSent") return <Code {...state} />
  if (state.step !== "methods") return <Page title="Welcome" />
  const { byCode, byPassword, oauth, signUpUrl } = state
  return (
    <Page title={`Sign in to ${state.projectName}`}>
      {byPassword === undefined ? null : (
        <>
          <Field form={byPassword} name="email" label="Email" keyboardType="email-address" autoComplete="email" />
          <Field form={byPassword} name="password" label="Password" secureTextEntry autoComplete="current-password" />
          <Submit form={byPassword} title="Sign in" />
        </>
      )}
      {byCode === undefined ? null : (
        <>
          <Problem problem={byCode.problems.email ?? byCode.problem} />
          <Button title="Email me a code" disabled={byCode.pending} onPress={byCode.submit} />
        </>
      )}
      {oauth === undefined ? null : <Providers {...oauth} />}
      {signUpUrl === undefined
        ? null
        : <Button title="Create an account" onPress={() => navigate("/handler/sign-up")} />}
    </Page>
  )
}
