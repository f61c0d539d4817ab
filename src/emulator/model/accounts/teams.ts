/** Teams and their members. docs/platform.md §10. */
import { visibleName } from "../../../../schemas/entities/names.ts"
import type { Membership, Platform, Project, Team, User } from "../../state/index.ts"
import * as apiKeys from "./apiKeys.ts"
import * as invitations from "./invitations.ts"

const keyOf = (teamId: string, userId: string): string => `${teamId} ${userId}`

/** Creates a team without members. */
export const create = (
  platform: Platform,
  project: Project,
  displayName: string,
  id: string = crypto.randomUUID()
): Team => {
  const team: Team = {
    id,
    sequence: ++project.teamsEver,
    displayName,
    profileImageUrl: null,
    clientMetadata: null,
    clientReadOnlyMetadata: null,
    serverMetadata: null,
    createdAt: platform.now(),
    memberIds: new Set(),
    invitationIds: new Set()
  }
  project.teams.set(team.id, team)
  return team
}

/** Adds a user to a team. */
export const join = (
  platform: Platform,
  project: Project,
  team: Team,
  user: User,
  permissionIds: ReadonlyArray<string>
): Membership => {
  const membership: Membership = {
    teamId: team.id,
    userId: user.id,
    createdAt: platform.now(),
    isSelected: false,
    displayName: null,
    profileImageUrl: null,
    permissionIds: [...permissionIds]
  }
  project.memberships.set(keyOf(team.id, user.id), membership)
  user.teamIds.push(team.id)
  team.memberIds.add(user.id)
  return membership
}

/** Removes a user from a team. */
export const leave = (project: Project, user: User, teamId: string): void => {
  project.memberships.delete(keyOf(teamId, user.id))
  project.teams.get(teamId)?.memberIds.delete(user.id)
  user.teamIds.splice(user.teamIds.indexOf(teamId), 1)
}

/** Finds the membership of a user in a team. */
export const membershipOf = (project: Project, userId: string, teamId: string): Membership | undefined =>
  project.memberships.get(keyOf(teamId, userId))

/** Returns a user's memberships in the order of joining. */
export const membershipsOf = (project: Project, user: User): ReadonlyArray<Membership> =>
  user.teamIds.map((teamId) => membershipOf(project, user.id, teamId)!)

/** Returns the members of a team in the order of joining. */
export const membersOf = (project: Project, team: Team): ReadonlyArray<Membership> =>
  [...team.memberIds].map((userId) => membershipOf(project, userId, team.id)!)

/** Returns a user's teams, oldest first. */
export const teamsOf = (project: Project, user: User): ReadonlyArray<Team> =>
  user.teamIds.map((teamId) => project.teams.get(teamId)!).sort((a, b) => a.sequence - b.sequence)

/**
 * Returns memberships in the order of joining, filtered by user, team or both. Returns no memberships if an id is
 * unknown.
 */
export const membershipsIn = (
  project: Project,
  { teamId, userId }: { readonly teamId: string | undefined; readonly userId: string | undefined }
): ReadonlyArray<Membership> => {
  const user = userId === undefined ? undefined : project.users.get(userId)
  const team = teamId === undefined ? undefined : project.teams.get(teamId)
  if (user !== undefined) {
    return membershipsOf(project, user).filter((membership) => teamId === undefined || membership.teamId === teamId)
  }
  if (userId !== undefined) return []
  return team !== undefined ? membersOf(project, team) : teamId === undefined ? [...project.memberships.values()] : []
}

/** Deletes a team with its memberships, invitations and API keys. */
export const remove = (project: Project, team: Team): void => {
  for (const userId of [...team.memberIds]) leave(project, project.users.get(userId)!, team.id)
  for (const id of [...team.invitationIds]) invitations.revoke(project, project.invitations.get(id)!)
  apiKeys.removeOf(project, team.id)
  project.teams.delete(team.id)
}

/** Selects one of a user's teams, or none. */
export const select = (project: Project, user: User, teamId: string | null): void => {
  for (const membership of membershipsOf(project, user)) membership.isSelected = membership.teamId === teamId
}

/** Returns the user's selected team. */
export const selectedOf = (project: Project, user: User): Team | undefined => {
  const selected = membershipsOf(project, user).find(({ isSelected }) => isSelected)
  return selected === undefined ? undefined : project.teams.get(selected.teamId)
}

const nameless = "Personal Team"

const personalName = (user: User, email: string | undefined): string => {
  const owner = visibleName(user.displayName) ?? email
  return owner === undefined ? nameless : `${owner}'s Team`
}

/**
 * Creates and selects a personal team for a new user, if the project is configured to do so. The user gets the
 * creator's permissions.
 */
export const makePersonal = (
  platform: Platform,
  project: Project,
  user: User,
  email: string | undefined
): Team | undefined => {
  if (!project.config.createTeamOnSignUp) return undefined
  const team = create(platform, project, personalName(user, email))
  join(platform, project, team, user, project.config.teamCreatorDefaultPermissions)
  select(project, user, team.id)
  return team
}

/** Renames a personal team that was created before its user had a name. */
export const namePersonal = (project: Project, user: User, email: string): void => {
  const team = user.teamIds.map((id) => project.teams.get(id)!).find(({ displayName }) => displayName === nameless)
  if (team !== undefined) team.displayName = personalName(user, email)
}
