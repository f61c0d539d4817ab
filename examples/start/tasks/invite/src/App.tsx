/** The guide to teams: a page for the selected team. */
import { useUser } from "latchkey/react"
import { SelectedTeamSwitcher } from "latchkey/react/screens"

export default function App() {
  const { selectedTeam } = useUser({ or: "redirect" })
  return (
    <main>
      <SelectedTeamSwitcher />
      <h1>{selectedTeam?.displayName ?? "No team"}</h1>
    </main>
  )
}
