/** Team invitations. docs/platform.md §5, §10. */
import type { Invitation, Platform, Project, Team, User } from "../../state/index.ts"
import * as codes from "./codes.ts"
import * as contactChannels from "./contactChannels.ts"

/** Creates an invitation and its code. */
export const create = (platform: Platform, project: Project, team: Team, email: string): Invitation => {
  const code = codes.issue(platform, project, "teamInvitation", { teamId: team.id, email })
  const invitation: Invitation = { id: crypto.randomUUID(), teamId: team.id, email, code }
  project.invitations.set(invitation.id, invitation)
  team.invitationIds.add(invitation.id)
  return invitation
}

/** Revokes an invitation. Its link stops working. */
export const revoke = (project: Project, invitation: Invitation): void => {
  project.invitations.delete(invitation.id)
  project.teams.get(invitation.teamId)?.invitationIds.delete(invitation.id)
  codes.revoke(project, invitation.code)
}

/** Whether an invitation can still be accepted. */
export const isOpen = (platform: Platform, { code }: Invitation): boolean =>
  code.usedAt === null && platform.now() <= code.expiresAt

/** Returns a team's open invitations, oldest first. */
export const listOpen = (platform: Platform, project: Project, team: Team): ReadonlyArray<Invitation> =>
  [...team.invitationIds].map((id) => project.invitations.get(id)!).filter((one) => isOpen(platform, one))

/** Returns the open invitations that a user can accept by id, oldest first. */
export const receivedBy = (platform: Platform, project: Project, user: User): ReadonlyArray<Invitation> =>
  [...project.invitations.values()].filter((one) => isOpen(platform, one) && isTo(project, user, one))

/** Whether the invited address is a verified address of the user. */
export const isTo = (project: Project, user: User, { email }: Invitation): boolean =>
  contactChannels.withAddress(project, user, contactChannels.normalized(String(email)))?.isVerified === true
