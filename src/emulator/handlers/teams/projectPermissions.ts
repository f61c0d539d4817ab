/** Lists, grants and revokes project permissions. docs/platform.md §11. */
import * as Effect from "effect/Effect"
import * as ProjectPermissions from "../../../../schemas/endpoints/projectPermissions.ts"
import { PermissionNotFound } from "../../../../schemas/errors/permissions.ts"
import { emit, permissions } from "../../model/index.ts"
import { handle, signedIn, userIdOf, userNamed } from "../../request/index.ts"
import { Refusal, success, type User } from "../../state/index.ts"

const byId = (a: User, b: User): number => a.id < b.id ? -1 : 1

/** Handlers for `/project-permissions`. */
export const handlers = handle(ProjectPermissions, {
  list: ({ permissionId, recursive = false, userId }, request) =>
    Effect.gen(function*() {
      const { level, project } = request
      const currentUser = level === "client" ? yield* signedIn(request) : undefined
      const named = userId === undefined ? undefined : yield* userIdOf(request, userId)
      if (currentUser !== undefined && named !== currentUser.id) {
        return yield* Refusal.fail(403, "Users can only list their own permissions")
      }
      const user = named === undefined ? undefined : project.users.get(named)
      const users = user === undefined ? named === undefined ? [...project.users.values()].sort(byId) : [] : [user]
      const items = users.flatMap(({ id: userId, permissionIds }) =>
        permissions.expanded(project, "project", permissionIds, recursive)
          .filter((id) => permissionId === undefined || id === permissionId)
          .map((id) => ({ id, userId }))
      )
      return { items, isPaginated: false }
    }),

  grant: ({ permissionId, userId }, request) =>
    Effect.gen(function*() {
      const { platform, project } = request
      const user = yield* userNamed(request, userId)
      yield* permissions.grantable(project, "project", permissionId)
      if (permissions.grant(user, permissionId)) {
        emit(platform, project, "project_permission.created", () => ({ id: permissionId, user_id: user.id }))
      }
      return { id: permissionId, userId: user.id }
    }),

  revoke: ({ permissionId, userId }, request) =>
    Effect.gen(function*() {
      const { platform, project } = request
      const user = yield* userNamed(request, userId)
      if (!permissions.revoke(user, permissionId)) return yield* Effect.fail(new PermissionNotFound({ permissionId }))
      emit(platform, project, "project_permission.deleted", () => ({ id: permissionId, user_id: user.id }))
      return success
    })
})
