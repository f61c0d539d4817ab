/** The members of a team, by the name and picture they have there. docs/platform.md §10. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { listOf } from "../entities/answers.ts"
import { ServerTeamMemberProfile, TeamMemberProfile, teamMemberProfileUpdate } from "../entities/TeamMemberProfile.ts"
import { TeamPermissionRequired } from "../errors/permissions.ts"
import { TeamMembershipNotFound, TeamNotFound } from "../errors/teams.ts"
import { CannotGetOwnUserWithoutUser, UserNotFound } from "../errors/users.ts"
import { UserId, Uuid } from "../fields.ts"

const member = { teamId: Uuid, userId: UserId }

const filters = { teamId: Schema.optional(Uuid), userId: Schema.optional(UserId) }

/**
 * The profiles of a team, in the order the members joined.
 *
 * A client has to name the team. Anything but the user's own profile (`userId: "me"`) needs `$read_members`.
 */
export const list = endpoint("client", "teamMemberProfiles.list", "GET /team-member-profiles", {
  input: filters,
  output: listOf(TeamMemberProfile),
  errors: [CannotGetOwnUserWithoutUser, TeamMembershipNotFound, TeamPermissionRequired, TeamNotFound, UserNotFound]
})

/** Profiles with their users: of a team, of a user, or all of the project. In the order the members joined. */
export const listAll = endpoint("server", "teamMemberProfiles.listAll", "GET /team-member-profiles", {
  input: filters,
  output: listOf(ServerTeamMemberProfile),
  errors: [CannotGetOwnUserWithoutUser, TeamMembershipNotFound, TeamNotFound, UserNotFound]
})

/** One profile. A client's user needs `$read_members` for somebody else's. */
export const get = endpoint("client", "teamMemberProfiles.get", "GET /team-member-profiles/{team_id}/{user_id}", {
  input: member,
  output: TeamMemberProfile,
  errors: [CannotGetOwnUserWithoutUser, TeamMembershipNotFound, TeamPermissionRequired, UserNotFound]
})

/** Any profile, with its user. An unknown team is `TeamMembershipNotFound` too. */
export const getAny = endpoint("server", "teamMemberProfiles.getAny", "GET /team-member-profiles/{team_id}/{user_id}", {
  input: member,
  output: ServerTeamMemberProfile,
  errors: [CannotGetOwnUserWithoutUser, TeamMembershipNotFound, UserNotFound]
})

/** Changes how the signed-in user appears in a team. Somebody else's profile is refused with a 403. */
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

/** Changes how any user appears in a team. */
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
