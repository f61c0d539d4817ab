/** Lists, grants and revokes team permissions. docs/platform.md §11. */
import * as Effect from "effect/Effect"
import * as TeamPermissions from "../../../../schemas/endpoints/teamPermissions.ts"
import { TeamPermissionNotFound } from "../../../../schemas/errors/permissions.ts"
import { UserNotFound } from "../../../../schemas/errors/users.ts"
import { emit, permissions, teams } from "../../model/index.ts"
import { type ApiRequest, handle, signedIn, userIdOf } from "../../request/index.ts"
import { type Membership, Refusal, success } from "../../state/index.ts"

const keyOf = ({ teamId, userId }: Membership): string => `${teamId} ${userId}`

const byTeamAndUser = (a: Membership, b: Membership): number => keyOf(a) < keyOf(b) ? -1 : 1

/** Finds a member. An unknown user is reported before an unknown team. */
const memberOf = (request: ApiRequest, teamId: string, userId: string) =>
  Effect.gen(function*() {
    const id = yield* userIdOf(request, userId)
    if (!request.project.users.has(id)) return yield* Effect.fail(new UserNotFound())
    return yield* permissions.membership(request.project, id, teamId)
  })

const event = ({ teamId, userId }: Membership, id: string) => () => ({ id, team_id: teamId, user_id: userId })

/** Handlers for `/team-permissions`. */
export const handlers = handle(TeamPermissions, {
  list: ({ permissionId, recursive = false, teamId, userId }, request) =>
    Effect.gen(function*() {
      const { level, project } = request
      const currentUser = level === "client" ? yield* signedIn(request) : undefined
      const named = userId === undefined ? undefined : yield* userIdOf(request, userId)
      if (currentUser !== undefined && named !== currentUser.id) {
        return yield* Refusal.fail(403, "Users can only list their own permissions")
      }
      const members = [...teams.membershipsIn(project, { teamId, userId: named })].sort(byTeamAndUser)
      const items = members.flatMap((member) =>
        permissions.expanded(project, "team", member.permissionIds, recursive)
          .filter((id) => permissionId === undefined || id === permissionId)
          .map((id) => ({ id, teamId: member.teamId, userId: member.userId }))
      )
      return { items, isPaginated: false }
    }),

  grant: ({ permissionId, teamId, userId }, request) =>
    Effect.gen(function*() {
      const { platform, project } = request
      const member = yield* memberOf(request, teamId, userId)
      yield* permissions.grantable(project, "team", permissionId)
      if (permissions.grant(member, permissionId)) {
        emit(platform, project, "team_permission.created", event(member, permissionId))
      }
      return { id: permissionId, teamId, userId: member.userId }
    }),

  revoke: ({ permissionId, teamId, userId }, request) =>
    Effect.gen(function*() {
      const { platform, project } = request
      const member = yield* memberOf(request, teamId, userId)
      if (!permissions.revoke(member, permissionId)) {
        return yield* Effect.fail(new TeamPermissionNotFound({ teamId, userId: member.userId, permissionId }))
      }
      emit(platform, project, "team_permission.deleted", event(member, permissionId))
      return success
    })
})
