/** Adds and removes team members. docs/platform.md §10. */
import * as Effect from "effect/Effect"
import * as TeamMemberships from "../../../../schemas/endpoints/teamMemberships.ts"
import { TeamMembershipAlreadyExists, TeamNotFound } from "../../../../schemas/errors/teams.ts"
import { UserNotFound } from "../../../../schemas/errors/users.ts"
import { permissions, teamEvents, teams } from "../../model/index.ts"
import { handle, signedIn, userIdOf, userNamed } from "../../request/index.ts"
import { success } from "../../state/index.ts"

/** Handlers for `/team-memberships`. */
export const handlers = handle(TeamMemberships, {
  create: ({ teamId, userId }, request) =>
    Effect.gen(function*() {
      const { platform, project } = request
      const user = yield* userNamed(request, userId)
      const team = project.teams.get(teamId)
      if (team === undefined) return yield* Effect.fail(new TeamNotFound({ teamId }))
      if (teams.membershipOf(project, user.id, teamId) !== undefined) {
        return yield* Effect.fail(new TeamMembershipAlreadyExists())
      }
      const { teamMemberDefaultPermissions } = project.config
      yield* permissions.grantableDefaults(project, "team", teamMemberDefaultPermissions)
      teamEvents.joined(platform, project, teams.join(platform, project, team, user, teamMemberDefaultPermissions))
      return { teamId, userId: user.id }
    }),

  delete: ({ teamId, userId }, request) =>
    Effect.gen(function*() {
      const { level, platform, project } = request
      const id = yield* userIdOf(request, userId)
      if (level === "client") {
        const currentUser = yield* signedIn(request)
        if (id !== currentUser.id) yield* permissions.required(project, currentUser, teamId, "$remove_members")
      }
      const user = project.users.get(id)
      if (user === undefined) return yield* Effect.fail(new UserNotFound())
      const membership = yield* permissions.membership(project, id, teamId)
      teams.leave(project, user, teamId)
      teamEvents.left(platform, project, membership)
      return success
    })
})
