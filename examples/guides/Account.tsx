/** Components that show and update the user. */
import { currentUser, reads } from "latchkey"
import {
  type Failure,
  FailureBoundary,
  LatchkeyProvider,
  type LatchkeyProviderProps,
  RequireUser,
  SignedIn,
  SignedOut,
  useAction,
  useClient,
  useUser
} from "latchkey/react"
import { type ReactNode, useSyncExternalStore } from "react"

// #region provider
const failed = ({ retry }: Failure) => <button onClick={retry}>Try again</button>

/** Wraps the whole app. */
export const Root = (
  props: { readonly project: LatchkeyProviderProps["project"] & {}; readonly children: ReactNode }
) => (
  <LatchkeyProvider project={props.project} fallback={<p>One moment …</p>}>
    <FailureBoundary failed={failed}>
      {props.children}
    </FailureBoundary>
  </LatchkeyProvider>
)
// #endregion

// #region user
export const Greeting = () => {
  const user = useUser()
  return user === null ? <a href="/handler/sign-in">Sign in</a> : <p>Hello {user.displayName ?? user.primaryEmail}</p>
}
// #endregion

// #region controls
export const Header = () => (
  <header>
    <SignedIn>{(user) => <p>Hello {user.displayName ?? user.primaryEmail}</p>}</SignedIn>
    <SignedOut>
      <a href="/handler/sign-in">Sign in</a>
    </SignedOut>
  </header>
)

/** Redirects signed-out visitors to the sign-in page and back. If `fallback` is given, shows it to them instead. */
export const Page = () => <RequireUser>{(user) => <p>The notes of {user.primaryEmail}</p>}</RequireUser>
// #endregion

// #region action
export const Rename = () => {
  // a form that the server has rendered can be submitted before its script has loaded
  const isReady = useSyncExternalStore(() => () => {}, () => true, () => false)
  const renaming = useAction((displayName: string) => reads.untilShown(currentUser.update({ displayName })))
  return (
    <form
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        void renaming.run(String(new FormData(event.currentTarget).get("name")))
      }}
    >
      <input name="name" aria-label="Name" />
      <button disabled={!isReady || renaming.isPending}>Save</button>
      {renaming.error === undefined ? null : <p role="alert">{renaming.error.message}</p>}
    </form>
  )
}
// #endregion

// #region client
export const SignOut = () => {
  const client = useClient()
  const signingOut = useAction(client.signOut)
  return <button disabled={signingOut.isPending} onClick={() => void signingOut.run()}>Sign out</button>
}

export const CreateTeam = () => {
  const client = useClient()
  const { data, error, isPending, reset, run } = useAction((displayName: string) =>
    client.teams.create({ displayName })
  )
  if (data !== undefined) return <button onClick={reset}>{data.displayName} was created. Create another one</button>
  return (
    <>
      <button disabled={isPending} onClick={() => void run("Engines")}>Create a team</button>
      {error === undefined ? null : <p role="alert">{error.message}</p>}
    </>
  )
}
// #endregion
