/** Teams. docs/platform.md §10. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { listOf, pageOf, Success } from "../entities/responses.ts"
import { ServerTeam, serverTeamCreate, serverTeamUpdate, Team, teamCreate, teamUpdate } from "../entities/Team.ts"
import { PermissionNotFound, ProjectPermissionRequired, TeamPermissionRequired } from "../errors/permissions.ts"
import { TeamAlreadyExists, TeamMembershipNotFound, TeamNotFound } from "../errors/teams.ts"
import { CannotGetOwnUserWithoutUser, UserAuthenticationRequired, UserNotFound } from "../errors/users.ts"
import { QueryBoolean, QueryInt, UserId, Uuid } from "../fields.ts"
import * as TeamMemberProfiles from "./teamMemberProfiles.ts"

const owner = {
  /** User id. Required for clients, which can pass only the signed-in user. */
  userId: Schema.optional(UserId)
}

const older = {
  /** Older alternative to `creatorUserId: "me"`. The platform rejects requests with both fields. */
  addCurrentUser: Schema.optional(QueryBoolean)
}

/**
 * Lists the teams of the signed-in user, oldest first. Without `userId`, or with another user's, the call fails with
 * `HttpFailure` (403).
 */
export const list = endpoint("client", "teams.list", "GET /teams", {
  input: owner,
  output: listOf(Team),
  errors: [CannotGetOwnUserWithoutUser]
})

/**
 * Lists all teams of the project or of one user, oldest first. Revisions up to 2026-04 return all teams on one page.
 */
export const listAll = endpoint("server", "teams.listAll", "GET /teams", {
  input: {
    userId: Schema.optional(UserId),
    /** Part of the name. This field and those below exist only in revisions after 2026-04. */
    query: Schema.optional(Schema.String),
    orderBy: Schema.optional(Schema.Literals(["created_at"])),
    /** Whether to list the newest teams first. */
    desc: Schema.optional(QueryBoolean),
    limit: Schema.optional(
      QueryInt.check(
        Schema.isGreaterThanOrEqualTo(1),
        Schema.isLessThanOrEqualTo(200, { expected: "at most 200" })
      )
    ),
    /** `nextCursor` of the previous page. Requires `limit`. */
    cursor: Schema.optional(Schema.String)
  },
  output: pageOf(ServerTeam),
  errors: [CannotGetOwnUserWithoutUser]
})

/**
 * Creates a team with the signed-in user as its first member.
 *
 * The call does not select the team; set the user's `selectedTeamId` for that. It fails with `HttpFailure` (403) if the
 * project does not let clients create teams, or if `creatorUserId` is another user. `PermissionNotFound` means that the
 * project's default permissions for team creators contain a deleted permission.
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
  invalidates: [list, listAll]
})

/**
 * Creates a team. Without `creatorUserId`, the team has no members. `PermissionNotFound` means that the project's
 * default permissions for team creators contain a deleted permission.
 */
export const createAsServer = endpoint("server", "teams.createAsServer", "POST /teams", {
  input: { ...serverTeamCreate, ...older },
  query: ["addCurrentUser"],
  output: ServerTeam,
  errors: [CannotGetOwnUserWithoutUser, UserNotFound, PermissionNotFound, TeamAlreadyExists],
  status: 201,
  invalidates: [list, listAll]
})

/**
 * Returns one of the signed-in user's teams.
 *
 * For a client, an unknown team and a team without the user both fail with `TeamMembershipNotFound`.
 */
export const get = endpoint("client", "teams.get", "GET /teams/{team_id}", {
  input: { teamId: Uuid },
  output: Team,
  errors: [UserAuthenticationRequired, TeamMembershipNotFound, TeamNotFound]
})

/** Returns any team of the project by id, with server metadata. An unknown team fails with `TeamNotFound`. */
export const getAny = endpoint("server", "teams.getAny", "GET /teams/{team_id}", {
  input: { teamId: Uuid },
  output: ServerTeam,
  errors: [TeamNotFound]
})

/** Changes a team. The user needs `$update_team` in the team. Metadata is replaced as a whole. */
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

/** Deletes a team with its memberships, permissions and API keys. A client's user needs `$delete_team` in the team. */
const remove = endpoint("client", "teams.delete", "DELETE /teams/{team_id}", {
  input: { teamId: Uuid },
  output: Success,
  errors: [UserAuthenticationRequired, TeamPermissionRequired, TeamMembershipNotFound, TeamNotFound],
  invalidates: ["teams", "users", TeamMemberProfiles.list, TeamMemberProfiles.listAll, "teamPermissions"]
})
export { remove as delete }
