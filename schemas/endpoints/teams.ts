/** Teams. docs/platform.md §10. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { listOf, Success } from "../entities/answers.ts"
import { ServerTeam, serverTeamCreate, serverTeamUpdate, Team, teamCreate, teamUpdate } from "../entities/Team.ts"
import { PermissionNotFound, ProjectPermissionRequired, TeamPermissionRequired } from "../errors/permissions.ts"
import { TeamAlreadyExists, TeamMembershipNotFound, TeamNotFound } from "../errors/teams.ts"
import { CannotGetOwnUserWithoutUser, UserAuthenticationRequired, UserNotFound } from "../errors/users.ts"
import { QueryBoolean, UserId, Uuid } from "../fields.ts"

const owner = {
  /** A client has to give it, and only for the signed-in user. */
  userId: Schema.optional(UserId)
}

const older = {
  /** The older way to say `creatorUserId: "me"`. Giving both is refused. */
  addCurrentUser: Schema.optional(QueryBoolean)
}

/** The teams of the signed-in user, oldest first. Somebody else's, or no `userId`, is refused with a 403. */
export const list = endpoint("client", "teams.list", "GET /teams", {
  input: owner,
  output: listOf(Team),
  errors: [CannotGetOwnUserWithoutUser]
})

/** All teams of the project, or those of one user; oldest first. */
export const listAll = endpoint("server", "teams.listAll", "GET /teams", {
  input: { userId: Schema.optional(UserId) },
  output: listOf(ServerTeam),
  errors: [CannotGetOwnUserWithoutUser]
})

/**
 * Creates a team with the signed-in user as its first member.
 *
 * Does not select it: that is the user's `selectedTeamId`. Refused with a 403 where the project does not let clients
 * create teams, and for a `creatorUserId` other than the signed-in user's. `PermissionNotFound` means that the project
 * gives creators a permission that was deleted.
 */
export const create = endpoint("client", "teams.create", "POST /teams", {
  input: { ...teamCreate, ...older },
  query: ["addCurrentUser"],
  output: Team,
  errors: [
    UserAuthenticationRequired,
    CannotGetOwnUserWithoutUser,
    UserNotFound,
    PermissionNotFound,
    TeamAlreadyExists,
    ProjectPermissionRequired
  ],
  status: 201,
  invalidates: ["teams.list", "teams.listAll"]
})

/**
 * Creates a team. Without `creatorUserId` it has no members. `PermissionNotFound` means that the project gives creators a
 * permission that was deleted.
 */
export const createAsServer = endpoint("server", "teams.createAsServer", "POST /teams", {
  input: { ...serverTeamCreate, ...older },
  query: ["addCurrentUser"],
  output: ServerTeam,
  errors: [CannotGetOwnUserWithoutUser, UserNotFound, PermissionNotFound, TeamAlreadyExists],
  status: 201,
  invalidates: ["teams.list", "teams.listAll"]
})

/**
 * One of the signed-in user's teams.
 *
 * A client cannot tell a team it is not in from one that does not exist: both are `TeamMembershipNotFound`.
 */
export const get = endpoint("client", "teams.get", "GET /teams/{team_id}", {
  input: { teamId: Uuid },
  output: Team,
  errors: [UserAuthenticationRequired, TeamMembershipNotFound, TeamNotFound]
})

/** Any team of the project by id, with the metadata that only back ends see. `TeamNotFound` when there is none. */
export const getAny = endpoint("server", "teams.getAny", "GET /teams/{team_id}", {
  input: { teamId: Uuid },
  output: ServerTeam,
  errors: [TeamNotFound]
})

/** Changes a team. The user needs `$update_team` there. Metadata is replaced as a whole. */
export const update = endpoint("client", "teams.update", "PATCH /teams/{team_id}", {
  input: { teamId: Uuid, ...teamUpdate },
  output: Team,
  errors: [UserAuthenticationRequired, TeamPermissionRequired, TeamMembershipNotFound, TeamNotFound],
  invalidates: ["teams", "users"]
})

/** Changes any team of the project. Metadata is replaced as a whole. */
export const updateAny = endpoint("server", "teams.updateAny", "PATCH /teams/{team_id}", {
  input: { teamId: Uuid, ...serverTeamUpdate },
  output: ServerTeam,
  errors: [TeamNotFound],
  invalidates: ["teams", "users"]
})

/** Deletes a team with its memberships, permissions and API keys. A client's user needs `$delete_team` there. */
const remove = endpoint("client", "teams.delete", "DELETE /teams/{team_id}", {
  input: { teamId: Uuid },
  output: Success,
  errors: [UserAuthenticationRequired, TeamPermissionRequired, TeamMembershipNotFound, TeamNotFound],
  invalidates: ["teams", "users", "teamMemberProfiles.list", "teamMemberProfiles.listAll", "teamPermissions"]
})
export { remove as delete }
