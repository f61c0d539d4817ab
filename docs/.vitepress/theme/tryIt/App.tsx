/** The app in the sandbox: the ready-made screens, and a home page that shows the user. */
import { type ReactNode, useEffect, useState } from "react"
import { type SharedClient, SignedIn, SignedOut, useAction, useClient, useTeams } from "../../../../react/index.ts"
import { LatchkeyHandler, SelectedTeamSwitcher, UserButton } from "../../../../react/screens/index.ts"
import type { User } from "../../../../schemas/entities/User.ts"
import type { Fault } from "./faults.ts"

/** Renders the page of a path. */
export const App = ({ onClient, path, problem }: {
  readonly path: string
  readonly problem: Fault
  /** Called with the app's client. */
  readonly onClient: (client: SharedClient) => void
}): ReactNode => {
  const client = useClient()
  useEffect(() => onClient(client), [client, onClient])
  if (!path.startsWith("/handler")) return <Home problem={problem} />
  return (
    <>
      <LatchkeyHandler />
      {problem === "none" ? null : (
        <div className="network lk-page">
          <p role="status">{wrong[problem]}</p>
        </div>
      )}
    </>
  )
}

/** What is wrong with the network, by the fault that requests meet. */
const wrong: { readonly [Name in Exclude<Fault, "none">]: string } = {
  down: "There is no connection.",
  busy: "The server asks the app to wait (429).",
  broken: "The server fails (500).",
  slow: "The server is slow."
}

/** What the app shows while it waits, by the fault that its requests meet. */
const waiting: { readonly [Name in Fault]: string } = {
  none: "Loading …",
  down: `${wrong.down} The app tries again, and continues when it is back.`,
  busy: `${wrong.busy} The app tries again after that.`,
  broken: `${wrong.broken} The app tries again.`,
  slow: `Loading … ${wrong.slow}`
}

export const Loading = ({ problem }: { readonly problem: Fault }): ReactNode => (
  <div className="app lk-page">
    <main>
      <p role="status">{waiting[problem]}</p>
    </main>
  </div>
)

const Home = ({ problem }: { readonly problem: Fault }) => (
  <div className="app lk-page">
    <div className="bar">
      <strong>Notes</strong>
      <SignedIn>
        <Teams />
      </SignedIn>
      <UserButton />
    </div>
    <main>
      <SignedIn>{(user) => <Notes user={user} problem={problem} />}</SignedIn>
      <SignedOut>
        <h1>Welcome to Notes</h1>
        <p>Nobody is signed in.</p>
        <nav>
          <a className="main" href="/handler/sign-up">Sign up</a>
          <a href="/handler/sign-in">Sign in</a>
        </nav>
      </SignedOut>
    </main>
  </div>
)

const Teams = () => useTeams().length === 0 ? null : <SelectedTeamSwitcher />

/** Calls that a page with several parts sends at once. */
const fiveCalls = (client: SharedClient): Promise<ReadonlyArray<unknown>> =>
  Promise.all([
    client.currentUser.get({ or: "throw" }),
    client.teams.list(),
    client.contactChannels.list(),
    client.sessions.list(),
    client.notificationPreferences.list()
  ])

const Notes = ({ problem, user }: { readonly user: User; readonly problem: Fault }) => {
  const client = useClient()
  const [loaded, setLoaded] = useState(0)
  const load = useAction(async () => {
    await fiveCalls(client)
    setLoaded((loaded) => loaded + 1)
  })
  return (
    <>
      <h1>Hello {user.displayName ?? user.primaryEmail}</h1>
      <p>This is the app's own page. The button sends five requests at once.</p>
      <nav>
        <button className="main" aria-disabled={load.isPending} onClick={() => load.isPending || void load.run()}>
          Load five things
        </button>
        <a href="/handler/account-settings">Account settings</a>
      </nav>
      <p role="status">{load.isPending ? waiting[problem] : loaded === 0 || load.error ? "" : `Loaded: ${loaded}`}</p>
      {load.error instanceof Error ? <p role="alert">{load.error.message}</p> : null}
    </>
  )
}
