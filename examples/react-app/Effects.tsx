/** Signs up, in and out with Effects in components. Handles every error by its tag. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { type InvalidConfiguration, signIn, signOut, signUp } from "latchkey"
import { useRunEffect, useUser } from "latchkey/react"
import { type FormEvent, type ReactNode, useState, useSyncExternalStore } from "react"

/** Shows the user, or a form to sign up or in. */
export const Effects = () => {
  const user = useUser()
  return user === null ? <SignIn /> : <Account name={user.displayName ?? user.primaryEmail ?? user.id} />
}

/** The values of the form. */
interface Credentials {
  readonly email: string
  readonly password: string
}

const submitCredentials = (action: string, credentials: Credentials) =>
  Effect.gen(function*() {
    if (action === "sign-up") yield* signUp.withPassword(credentials)
    else yield* signIn.withPassword(credentials)
  })

const SignIn = () => {
  const runEffect = useRunEffect()
  const [problem, setProblem] = useState<ReactNode>()
  const isReady = useSyncExternalStore(() => () => {}, () => true, () => false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter)
    const typed = (name: string) => String(form.get(name))
    setProblem(undefined)
    const exit = await runEffect(
      submitCredentials(typed("action"), { email: typed("email"), password: typed("password") })
    )
    if (Exit.isSuccess(exit)) return
    // any other cause is a bug, or an interruption because the user closed the page
    const error = Cause.findErrorOption(exit.cause)
    if (Option.isSome(error)) setProblem(messageOf(error.value))
  }

  return (
    <form className="app-form" method="post" onSubmit={submit}>
      <h1>Every error has a tag</h1>
      <label>
        Email <input name="email" type="email" autoComplete="username" required />
      </label>
      <label>
        Password <input name="password" type="password" autoComplete="current-password" required />
      </label>
      {problem === undefined ? null : <p role="alert">{problem}</p>}
      <div className="app-row">
        <button className="app-button" name="action" value="sign-in" disabled={!isReady}>Sign in</button>
        <button className="app-button" name="action" value="sign-up" disabled={!isReady}>Sign up</button>
      </div>
    </form>
  )
}

/** Every possible error: those of the two flows, and an invalid configuration of the provider. */
type Failure = Effect.Error<ReturnType<typeof submitCredentials>> | InvalidConfiguration

/** Returns the message for an error. If a case is missing, this doesn't compile. */
const messageOf = (error: Failure): ReactNode => {
  switch (error._tag) {
    case "EmailPasswordMismatch":
    case "UserWithEmailAlreadyExists":
    case "PasswordTooShort":
    case "PasswordTooLong":
    case "EmailNotVerified":
    case "SignUpNotEnabled":
    case "SignUpRejected":
    case "BotChallengeRequired":
    case "BotChallengeFailed":
    case "PasswordAuthenticationNotEnabled":
    case "CookiesBlocked":
      // the error's own message is written for users
      return error.message
    case "MultiFactorAuthenticationRequired":
      return <a href="/handler/mfa">One more step: enter the code from your authenticator app</a>
    case "RedirectUrlNotWhitelisted":
    case "PermissionNotFound":
    case "InvalidConfiguration":
      return `This site isn't configured correctly. ${error.message}`
    case "CallError":
      switch (error.reason._tag) {
        case "Offline":
        case "ConnectionFailed":
        case "TimedOut":
          return `${error.message} Please try again.`
        case "RateLimited":
          return "Too many attempts. Wait a moment, then try again."
        default:
          return error.message
      }
  }
}

const Account = ({ name }: { readonly name: string }) => {
  const runEffect = useRunEffect()
  return (
    <>
      <h1>Welcome</h1>
      <p>Signed in as {name}</p>
      <button className="app-button" onClick={() => void runEffect(signOut())}>Sign out</button>
    </>
  )
}
