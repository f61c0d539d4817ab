/** A team page that shows only actions for which the user has the permission. */
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
  // null, without sending a request, until the user has selected a team
  const mayInvite = usePermission("$invite_members", { teamId })
  return mayInvite === true ? <button>Invite a user</button> : null
}
// #endregion
