/** The home page. It explains the app, or shows the user's tasks and next steps. */
import * as Effect from "effect/Effect"
import { signOut, teamInvitations } from "latchkey"
import { read, useAction, useReadState, useTeams, useUser } from "latchkey/react"
import type { User } from "latchkey/schemas"
import { emulatedProject } from "./emulatedProject.ts"
import { Tasks } from "./Tasks.tsx"

const settings = (section: string) => `/handler/account-settings#/${section}`

export const Home = () => {
  const user = useUser()
  return user === null ? <Welcome /> : <Account user={user} />
}

const Welcome = () => (
  <div className="app-hero">
    <div>
      <h1>Tasks that your team gets done</h1>
      <p className="app-lead">
        An example app. Accounts, teams, roles and all the screens come with Latchkey. The platform runs on your
        machine, and its emails go only to the outbox.
      </p>
      <div className="app-row">
        <a className="app-button app-main" href="/handler/sign-up">Create an account</a>
        <a className="app-button" href="/handler/sign-in">Sign in</a>
      </div>
    </div>
    <div className="app-card" aria-hidden="true">
      <p className="app-title">Tasks of Analytical Engines</p>
      <ul className="app-list">
        {Object.entries({ "Draw the mill": true, "Punch the cards": true, "Write note G": false }).map((
          [title, isDone]
        ) => (
          <li key={title} data-done={isDone}>
            <span className="app-check" />
            <span>{title}</span>
          </li>
        ))}
      </ul>
    </div>
  </div>
)

/** One of the app's own cached reads. Calls that change invitations refresh it. */
const invitations = (teamId: string | undefined) =>
  read(`invitations ${teamId}`, teamId === undefined ? Effect.succeed([]) : teamInvitations.list({ teamId }))

interface Step {
  readonly title: string
  readonly action: string
  readonly href: string
  readonly isDone: boolean
}

const Account = ({ user }: { readonly user: User }) => {
  const teams = useTeams()
  const team = teams[0]?.id
  const invited = useReadState(invitations(team))
  const signingOut = useAction(signOut)
  const steps: ReadonlyArray<Step> = [
    {
      title: "Verify your address",
      action: "Open the outbox",
      href: `${emulatedProject.baseUrl}/emulator/outbox`,
      isDone: user.primaryEmailVerified
    },
    { title: "Add a passkey", action: "Add", href: settings("passkeys"), isDone: user.passkeyAuthEnabled },
    {
      title: "Turn on multi-factor authentication",
      action: "Turn on",
      href: settings("mfa"),
      isDone: user.requiresTotpMfa
    },
    { title: "Create a team", action: "Create", href: settings("teams"), isDone: teams.length > 0 },
    {
      title: "Invite a teammate",
      action: "Invite",
      href: settings(team === undefined ? "teams" : `teams/${team}`),
      isDone: invited._tag === "Success" && invited.value.length > 0
    }
  ]
  return (
    <>
      <h1>Hello {user.displayName ?? user.primaryEmail ?? "stranger"}</h1>
      <Tasks user={user} />
      <section className="app-card" aria-labelledby="steps">
        <h2 id="steps">Getting started</h2>
        <ol className="app-list">
          {steps.map(({ action, href, isDone, title }) => (
            <li key={title} data-done={isDone}>
              <span>{title}</span>
              {isDone ? <span className="app-done">Done</span> : (
                <a className="app-button" href={href}>
                  {action}
                  <span className="app-hidden">: {title}</span>
                </a>
              )}
            </li>
          ))}
        </ol>
      </section>
      <div className="app-row">
        <a className="app-button" href={settings("profile")}>Account settings</a>
        <button className="app-button" disabled={signingOut.isPending} onClick={() => void signingOut.run()}>
          Sign out
        </button>
      </div>
    </>
  )
}
