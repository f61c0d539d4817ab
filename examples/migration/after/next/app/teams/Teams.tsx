"use client"
import { type Team, useClient, useTeams, useUser } from "latchkey/react"
import { UserButton } from "latchkey/react/screens"

const titleOf = (team: Team): string => team.displayName

export const Teams = () => {
  const client = useClient()
  useUser({ or: "redirect" })
  const teams = useTeams()

  return (
    <section>
      <UserButton />
      <ul>
        {teams.map((team) => (
          <li key={team.id}>
            <button onClick={() => client.teams.select({ teamId: team.id })}>{titleOf(team)}</button>
          </li>
        ))}
      </ul>
      <button onClick={() => client.teams.create({ displayName: "My team" })}>New team</button>
    </section>
  )
}
