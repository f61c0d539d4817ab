import { type User, useTeams, useUser } from "latchkey/react"
import { SelectedTeamSwitcher, UserButton } from "latchkey/react/screens"
import { stackClientApp } from "./stack.ts"
import { listTasks } from "./tasks.ts"

const nameOf = (user: User): string => user.displayName ?? user.primaryEmail ?? "you"

export const Profile = () => {
  const user = useUser({ or: "redirect" })
  const teams = useTeams()

  const rename = async (displayName: string) => {
    await stackClientApp.currentUser.update({ displayName })
  }

  const signOut = () => stackClientApp.signOut().then(() => stackClientApp.redirectTo.afterSignOut())

  return (
    <main>
      <UserButton showUserInfo />
      <SelectedTeamSwitcher />
      <h1>Hello {nameOf(user)}</h1>
      <p>{teams.length} teams</p>
      <button onClick={() => rename("Ada")}>Rename</button>
      <button onClick={async () => console.log(await listTasks())}>Tasks</button>
      <button onClick={() => stackClientApp.teams.create({ displayName: "My team" })}>New team</button>
      <button onClick={signOut}>Sign out</button>
    </main>
  )
}
