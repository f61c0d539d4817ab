/** Members of a team, with their names and pictures in that team. docs/platform.md §10. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { listOf } from "../entities/responses.ts"
import { ServerTeamMemberProfile, TeamMemberProfile, teamMemberProfileUpdate } from "../entities/TeamMemberProfile.ts"
import { TeamPermissionRequired } from "../errors/permissions.ts"
import { TeamMembershipNotFound, TeamNotFound } from "../errors/teams.ts"
import { CannotGetOwnUserWithoutUser, UserNotFound } from "../errors/users.ts"
import { UserId, Uuid } from "../fields.ts"

const member = { teamId: Uuid, userId: UserId }

const filters = { teamId: Schema.optional(Uuid), userId: Schema.optional(UserId) }

/**
 * Lists the profiles of a team, in the order in which the members joined.
 *
 * Clients must pass the team. All profiles except the user's own (`userId: "me"`) require `$read_members`.
 */
export const list = endpoint("client", "teamMemberProfiles.list", "GET /team-member-profiles", {
  input: filters,
  output: listOf(TeamMemberProfile),
  errors: [CannotGetOwnUserWithoutUser, TeamMembershipNotFound, TeamPermissionRequired, TeamNotFound, UserNotFound]
})

/**
 * Lists the profiles of a team, of a user, or of the whole project, with their users, in the order in which the members
 * joined.
 */
export const listAll = endpoint("server", "teamMemberProfiles.listAll", "GET /team-member-profiles", {
  input: filters,
  output: listOf(ServerTeamMemberProfile),
  errors: [CannotGetOwnUserWithoutUser, TeamMembershipNotFound, TeamNotFound, UserNotFound]
})

/** Returns a profile. A client's user needs `$read_members` for another user's profile. */
export const get = endpoint("client", "teamMemberProfiles.get", "GET /team-member-profiles/{team_id}/{user_id}", {
  input: member,
  output: TeamMemberProfile,
  errors: [CannotGetOwnUserWithoutUser, TeamMembershipNotFound, TeamPermissionRequired, UserNotFound]
})

/** Returns any profile, with its user. An unknown team also fails with `TeamMembershipNotFound`. */
export const getAny = endpoint("server", "teamMemberProfiles.getAny", "GET /team-member-profiles/{team_id}/{user_id}", {
  input: member,
  output: ServerTeamMemberProfile,
  errors: [CannotGetOwnUserWithoutUser, TeamMembershipNotFound, UserNotFound]
})

/** Changes the signed-in user's name and picture in a team. Another user's profile fails with `HttpFailure` (403). */
export const update = endpoint(
  "client",
  "teamMemberProfiles.update",
  "PATCH /team-member-profiles/{team_id}/{user_id}",
  {
    input: { ...member, ...teamMemberProfileUpdate },
    output: TeamMemberProfile,
    errors: [CannotGetOwnUserWithoutUser, TeamMembershipNotFound, UserNotFound],
    invalidates: ["teamMemberProfiles"]
  }
)

/** Changes any user's name and picture in a team. */
export const updateAny = endpoint(
  "server",
  "teamMemberProfiles.updateAny",
  "PATCH /team-member-profiles/{team_id}/{user_id}",
  {
    input: { ...member, ...teamMemberProfileUpdate },
    output: ServerTeamMemberProfile,
    errors: [CannotGetOwnUserWithoutUser, TeamMembershipNotFound, UserNotFound],
    invalidates: ["teamMemberProfiles"]
  }
)
