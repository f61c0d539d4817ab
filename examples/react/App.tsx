/** Signing up, in and out in components: every outcome typed, nothing thrown. */
import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { signIn, signOut, signUp } from "latchkey"
import { useRunEffect, useUser } from "latchkey/react"
import { type FormEvent, useState } from "react"

/** Shows the user, or a form that makes somebody one. */
export const App = () => {
  const user = useUser()
  return user === null ? <SignIn /> : <Account name={user.displayName ?? user.primaryEmail ?? user.id} />
}

const SignIn = () => {
  const runEffect = useRunEffect()
  const [problem, setProblem] = useState<string>()

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter)
    const credentials = { email: String(form.get("email")), password: String(form.get("password")) }
    const exit = await runEffect(
      form.get("action") === "sign-up" ? signUp.withPassword(credentials) : signIn.withPassword(credentials)
    )
    if (Exit.isSuccess(exit)) return
    // every failure has its own class; here the sentence that each brings along is enough
    const error = Cause.findErrorOption(exit.cause)
    if (Option.isSome(error)) setProblem(error.value.message)
  }

  return (
    <form onSubmit={submit}>
      <label>
        E-mail <input name="email" type="email" autoComplete="username" required />
      </label>
      <label>
        Password <input name="password" type="password" autoComplete="current-password" required />
      </label>
      {problem === undefined ? null : <p role="alert">{problem}</p>}
      <button name="action" value="sign-in">Sign in</button>
      <button name="action" value="sign-up">Sign up</button>
    </form>
  )
}

const Account = ({ name }: { readonly name: string }) => {
  const runEffect = useRunEffect()
  return (
    <>
      <p>Signed in as {name}</p>
      <button onClick={() => void runEffect(signOut())}>Sign out</button>
    </>
  )
}
