/** Multi-factor authentication with your own markup. It uses the state of the ready-made screens. */
import * as Redacted from "effect/Redacted"
import { type Form, useMfa, useMfaSection } from "latchkey/react/parts"

// #region field
/** The field for the code of the authenticator app, which both forms contain. */
const CodeField = ({ form }: { readonly form: Form<{ readonly totp: string }> }) => {
  const wrong = form.problem ?? form.problems.totp
  return (
    <label>
      Code from your app
      <input
        name="totp"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={form.values.totp}
        onChange={(event) => form.set("totp", event.target.value)}
      />
      {wrong instanceof Error ? <span role="alert">{wrong.message}</span> : null}
    </label>
  )
}
// #endregion

// #region settings
/** Sets up MFA, or turns it off. */
export const MfaSettings = () => {
  const state = useMfaSection()
  if (state.step === "off") return <button disabled={state.beginning} onClick={state.begin}>Set up MFA</button>
  if (state.step === "on") return <button disabled={state.turningOff} onClick={state.turnOff}>Turn off MFA</button>
  const { enrolment, form } = state
  return (
    <form {...form.props}>
      {/* show `Redacted.value(enrolment.uri)` as a QR code, with a library of your choice */}
      <p>
        Add this key to your authenticator app: <code>{Redacted.value(enrolment.secret)}</code>
      </p>
      <CodeField form={form} />
      <button disabled={!form.ready || form.pending}>Turn on MFA</button>
      <button type="button" onClick={state.cancel}>Cancel</button>
    </form>
  )
}
// #endregion

// #region page
/** The page `/handler/mfa`, on which the user continues a sign-in. */
export const MfaPage = () => {
  const state = useMfa()
  if (state.step === "leaving") return <p role="status">Welcome. One moment …</p>
  if (state.step !== "ask") return <a href="/handler/sign-in">Sign in again</a>
  return (
    <form {...state.form.props}>
      <CodeField form={state.form} />
      <button disabled={!state.form.ready || state.form.pending}>Continue</button>
    </form>
  )
}
// #endregion
