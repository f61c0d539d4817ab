/** Joining and leaving teams. docs/platform.md §10. Invitations are the way in for clients. */
import { endpoint } from "../Endpoint.ts"
import { Success } from "../entities/answers.ts"
import { TeamMembership } from "../entities/TeamMembership.ts"
import { PermissionNotFound, TeamPermissionRequired } from "../errors/permissions.ts"
import { TeamMembershipAlreadyExists, TeamMembershipNotFound, TeamNotFound } from "../errors/teams.ts"
import { CannotGetOwnUserWithoutUser, UserNotFound } from "../errors/users.ts"
import { UserId, Uuid } from "../fields.ts"

/**
 * Adds a user to a team, with the project's default permissions for members. `PermissionNotFound` means that one of
 * these was deleted: nobody can join until the project's defaults are changed. docs/platform.md §11.
 */
export const create = endpoint("server", "teamMemberships.create", "POST /team-memberships/{team_id}/{user_id}", {
  input: { teamId: Uuid, userId: UserId },
  output: TeamMembership,
  errors: [CannotGetOwnUserWithoutUser, UserNotFound, TeamNotFound, TeamMembershipAlreadyExists, PermissionNotFound],
  status: 201,
  invalidates: ["teams.list", "teams.listAll", "users", "teamMemberProfiles", "teamPermissions"]
})

/**
 * Takes a user out of a team, and with it the permissions the user had there.
 *
 * Everybody may leave; to remove somebody else a client's user needs `$remove_members`. A team without members stays.
 */
const remove = endpoint("client", "teamMemberships.delete", "DELETE /team-memberships/{team_id}/{user_id}", {
  input: { teamId: Uuid, userId: UserId },
  output: Success,
  errors: [CannotGetOwnUserWithoutUser, TeamMembershipNotFound, TeamPermissionRequired, UserNotFound],
  invalidates: ["teams.list", "teams.listAll", "users", "teamMemberProfiles", "teamPermissions"]
})
export { remove as delete }
