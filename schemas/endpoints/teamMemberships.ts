/** Adding and removing team members. docs/platform.md §10. Clients join teams by invitation. */
import { endpoint } from "../Endpoint.ts"
import { Success } from "../entities/responses.ts"
import { TeamMembership } from "../entities/TeamMembership.ts"
import { PermissionNotFound, TeamPermissionRequired } from "../errors/permissions.ts"
import { TeamMembershipAlreadyExists, TeamMembershipNotFound, TeamNotFound } from "../errors/teams.ts"
import { CannotGetOwnUserWithoutUser, UserNotFound } from "../errors/users.ts"
import { UserId, Uuid } from "../fields.ts"
import * as Teams from "./teams.ts"

/**
 * Adds a user to a team, with the project's default permissions for members. `PermissionNotFound` means that the
 * defaults contain a deleted permission. Users cannot join teams until the defaults are changed. docs/platform.md §11.
 */
export const create = endpoint("server", "teamMemberships.create", "POST /team-memberships/{team_id}/{user_id}", {
  input: { teamId: Uuid, userId: UserId },
  output: TeamMembership,
  errors: [CannotGetOwnUserWithoutUser, UserNotFound, TeamNotFound, TeamMembershipAlreadyExists, PermissionNotFound],
  status: 201,
  invalidates: [Teams.list, Teams.listAll, "users", "teamMemberProfiles", "teamPermissions"]
})

/**
 * Removes a user from a team, and revokes the user's permissions there.
 *
 * Users can always leave a team; a client's user needs `$remove_members` to remove other members. A team without
 * members is kept.
 */
const remove = endpoint("client", "teamMemberships.delete", "DELETE /team-memberships/{team_id}/{user_id}", {
  input: { teamId: Uuid, userId: UserId },
  output: Success,
  errors: [CannotGetOwnUserWithoutUser, TeamMembershipNotFound, TeamPermissionRequired, UserNotFound],
  invalidates: [Teams.list, Teams.listAll, "users", "teamMemberProfiles", "teamPermissions"]
})
export { remove as delete }
