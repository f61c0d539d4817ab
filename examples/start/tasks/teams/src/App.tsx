/** A page that shows a button to editors only. */
import { usePermission, useTeam, useUser } from "latchkey/react"

const Team = ({ teamId }: { readonly teamId: string }) => {
  const team = useTeam(teamId)
  const mayEdit = usePermission("edit_notes", { teamId })
  return (
    <>
      <h1>{team?.displayName}</h1>
      {mayEdit ? <button>Edit notes</button> : <p>You can read the notes.</p>}
    </>
  )
}

export default function App() {
  const { selectedTeamId } = useUser({ or: "redirect" })
  return selectedTeamId === null ? <p>Select a team.</p> : <Team teamId={selectedTeamId} />
}
