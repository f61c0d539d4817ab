/** A sign-in form with your own markup. It uses the state of the ready-made screen. */
import { useSignIn } from "latchkey/react/parts"

export const OwnSignIn = () => {
  const state = useSignIn()
  if (state.step === "signedIn") return <p>You are signed in as {state.userName}.</p>
  if (state.step === "leaving") return <p role="status">Welcome. One moment …</p>
  if (state.step !== "methods" || state.byPassword === undefined) return null
  const form = state.byPassword
  const wrong = form.problem ?? form.problems.email ?? form.problems.password
  return (
    <form {...form.props}>
      <label>
        Email
        <input
          name="email"
          type="email"
          autoComplete="username webauthn"
          value={form.values.email}
          onChange={(event) => form.set("email", event.target.value)}
        />
      </label>
      <label>
        Password
        <input
          name="password"
          type="password"
          autoComplete="current-password webauthn"
          value={form.values.password}
          onChange={(event) => form.set("password", event.target.value)}
        />
      </label>
      {wrong instanceof Error ? <p role="alert">{wrong.message}</p> : null}
      <button disabled={!form.ready || form.pending}>Sign in</button>
    </form>
  )
}
