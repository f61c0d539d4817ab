/** A team page that shows what the user is permitted to do. */
import { usePermission, useTeam } from "latchkey/react"
import { SelectedTeamSwitcher } from "latchkey/react/screens"

// #region page
export const TeamPage = ({ teamId }: { readonly teamId: string }) => {
  const team = useTeam(teamId)
  const mayInvite = usePermission("$invite_members", { teamId })
  return (
    <>
      <SelectedTeamSwitcher />
      <h1>{team?.displayName ?? "No such team"}</h1>
      {mayInvite ? <button>Invite a user</button> : null}
    </>
  )
}
// #endregion

// #region skip
export const InviteButton = ({ teamId }: { readonly teamId: string | undefined }) => {
  // null, without a request, until a team is selected
  const mayInvite = usePermission("$invite_members", { teamId })
  return mayInvite === true ? <button>Invite a user</button> : null
}
// #endregion
