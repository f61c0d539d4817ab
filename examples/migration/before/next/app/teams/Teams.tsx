"use client"
import { type Team, UserButton, useUser } from "@stackframe/stack"

const titleOf = (team: Team): string => team.displayName

export const Teams = () => {
  const user = useUser({ or: "redirect" })
  const teams = user.useTeams()

  return (
    <section>
      <UserButton />
      <ul>
        {teams.map((team) => (
          <li key={team.id}>
            <button onClick={() => user.setSelectedTeam(team)}>{titleOf(team)}</button>
          </li>
        ))}
      </ul>
      <button onClick={() => user.createTeam({ displayName: "My team" })}>New team</button>
    </section>
  )
}
