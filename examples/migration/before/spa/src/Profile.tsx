import { type CurrentUser, SelectedTeamSwitcher, UserButton, useUser } from "@stackframe/react"
import { listTasks } from "./tasks.ts"

const nameOf = (user: CurrentUser): string => user.displayName ?? user.primaryEmail ?? "you"

export const Profile = () => {
  const user = useUser({ or: "redirect" })
  const teams = user.useTeams()

  const rename = async (displayName: string) => {
    await user.update({ displayName })
  }

  const signOut = () => user.signOut()

  return (
    <main>
      <UserButton showUserInfo />
      <SelectedTeamSwitcher />
      <h1>Hello {nameOf(user)}</h1>
      <p>{teams.length} teams</p>
      <button onClick={() => rename("Ada")}>Rename</button>
      <button onClick={async () => console.log(await listTasks())}>Tasks</button>
      <button onClick={() => user.createTeam({ displayName: "My team" })}>New team</button>
      <button onClick={signOut}>Sign out</button>
    </main>
  )
}
