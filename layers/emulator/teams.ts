/** Teams and who is in them. Platform rules §10. */
import type { Platform } from "./Platform.ts"
import type { Membership, Project, Team, User } from "./Store.ts"

const keyOf = (teamId: string, userId: string): string => `${teamId} ${userId}`

/** Makes a team without members. */
export const create = (
  platform: Platform,
  project: Project,
  displayName: string,
  id: string = crypto.randomUUID()
): Team => {
  const team: Team = {
    id,
    displayName,
    profileImageUrl: null,
    clientMetadata: null,
    clientReadOnlyMetadata: null,
    serverMetadata: null,
    createdAt: platform.now()
  }
  project.teams.set(team.id, team)
  return team
}

/** Puts a user into a team. */
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
    permissionIds: [...permissionIds]
  }
  project.memberships.set(keyOf(team.id, user.id), membership)
  user.teamIds.push(team.id)
  return membership
}

/** Takes a user out of a team. */
export const leave = (project: Project, user: User, teamId: string): void => {
  project.memberships.delete(keyOf(teamId, user.id))
  user.teamIds.splice(user.teamIds.indexOf(teamId), 1)
}

/** The membership of a user in a team. */
export const membershipOf = (project: Project, userId: string, teamId: string): Membership | undefined =>
  project.memberships.get(keyOf(teamId, userId))

/** The user's memberships, in the order of joining. */
export const membershipsOf = (project: Project, user: User): ReadonlyArray<Membership> =>
  user.teamIds.map((teamId) => membershipOf(project, user.id, teamId)!)

/** Makes one membership of a user the selected one, or none. */
export const select = (project: Project, user: User, teamId: string | null): void => {
  for (const membership of membershipsOf(project, user)) membership.isSelected = membership.teamId === teamId
}

/** The team a user has selected. */
export const selectedOf = (project: Project, user: User): Team | undefined => {
  const selected = membershipsOf(project, user).find(({ isSelected }) => isSelected)
  return selected === undefined ? undefined : project.teams.get(selected.teamId)
}

const nameless = "Personal Team"

const personalName = (user: User, email: string | undefined): string => {
  const owner = user.displayName ?? email
  return owner === undefined ? nameless : `${owner}'s Team`
}

/** The team that a new user gets where the project says so: theirs to run, and selected. */
export const makePersonal = (platform: Platform, project: Project, user: User, email: string | undefined): void => {
  if (!project.config.createTeamOnSignUp) return
  const team = create(platform, project, personalName(user, email))
  join(platform, project, team, user, project.config.teamCreatorDefaultPermissions)
  select(project, user, team.id)
}

/** Gives the team of a user who was nameless so far a name that says whose it is. */
export const namePersonal = (project: Project, user: User, email: string): void => {
  const team = user.teamIds.map((id) => project.teams.get(id)!).find(({ displayName }) => displayName === nameless)
  if (team !== undefined) team.displayName = personalName(user, email)
}
