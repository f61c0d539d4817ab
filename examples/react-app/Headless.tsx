/** A sign-in form with this site's own markup. It uses the state of the ready-made screen. */
import { type CodeForm, type Form, type FormProps, useSignIn } from "latchkey/react/parts"
import type { ReactNode } from "react"

export const Headless = () => {
  const state = useSignIn()
  switch (state.step) {
    case "leaving":
      return <p role="status">Welcome. One moment …</p>
    case "signedIn":
      return (
        <>
          <h1>Welcome</h1>
          <p>Signed in as {state.userName}</p>
          <button className="app-button" onClick={state.signOut.submit}>Sign out</button>
        </>
      )
    case "codeSent":
      return <Code form={state.code} email={state.email} />
    case "methods":
      return (
        <>
          <h1>Your own sign-in form</h1>
          {state.byPassword === undefined ? null : <Password form={state.byPassword} forgotUrl={state.forgotUrl} />}
          {state.passkey === undefined ? null : (
            <p>
              <button className="app-button" disabled={state.passkey.pending} onClick={state.passkey.start}>
                Use a passkey
              </button>
              {state.passkey.cancelled
                ? <span role="status">No passkey was used. Choose another way to sign in.</span>
                : null}
            </p>
          )}
          {state.signUpUrl === undefined ? null : (
            <p>
              New here? <a href={state.signUpUrl}>Create an account</a>
            </p>
          )}
        </>
      )
  }
}

const Password = ({ forgotUrl, form }: {
  readonly form: Form<{ readonly email: string; readonly password: string }>
  readonly forgotUrl: string
}) => (
  <Markup form={form}>
    <label>
      Email{" "}
      <input
        name="email"
        type="email"
        autoComplete="username webauthn"
        value={form.values.email}
        onChange={(event) => form.set("email", event.target.value)}
      />
    </label>
    <Wrong problem={form.problems.email} />
    <label>
      Password{" "}
      <input
        name="password"
        type="password"
        autoComplete="current-password webauthn"
        value={form.values.password}
        onChange={(event) => form.set("password", event.target.value)}
      />
    </label>
    <Wrong problem={form.problems.password} />
    <div className="app-row">
      <button className="app-button app-main" disabled={!form.ready || form.pending}>Sign in</button>
      <a href={forgotUrl}>Forgot your password?</a>
    </div>
  </Markup>
)

const Code = ({ email, form }: { readonly form: CodeForm; readonly email: string }) => (
  <Markup form={form}>
    <label>
      The code we sent to {email}{" "}
      <input
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={form.values.code}
        onChange={(event) => form.set("code", event.target.value)}
      />
    </label>
    <Wrong problem={form.problems.code} />
    <button className="app-button app-main" disabled={!form.ready || form.pending}>Sign in</button>
  </Markup>
)

const Markup = ({ children, form }: {
  readonly form: { readonly props: FormProps; readonly problem?: unknown }
  readonly children: ReactNode
}) => (
  <form className="app-form" {...form.props}>
    {children}
    <Wrong problem={form.problem} />
  </form>
)

/** Returns the message for an error. To use your own texts, choose them by the error's `_tag`. */
const Wrong = ({ problem }: { readonly problem: unknown }) =>
  problem instanceof Error ? <p role="alert">{problem.message}</p> : null
