/** Grants and lists permissions of users. docs/platform.md §11. Permissions are defined at admin level. */
import * as Effect from "effect/Effect"
import * as ProjectPermissions from "../../schemas/endpoints/projectPermissions.ts"
import * as TeamPermissions from "../../schemas/endpoints/teamPermissions.ts"

export { getPermissions as get, has, listPermissions as list, type Wanted, type Where } from "../flows/account/index.ts"

/** Permission of a user. */
export interface Granted {
  readonly userId: string
  readonly permissionId: string
  /** Id of the team. @default the project */
  readonly teamId?: string | undefined
}

/**
 * Grants a permission. Granting it again has no effect. Fails with `TeamMembershipNotFound` if the user is not a member
 * of the team, and with `PermissionScopeMismatch` for a permission of the other scope.
 *
 * @example
 * ```ts
 * import { Server } from "latchkey"
 *
 * const [ada] = yield* Server.users.list()
 * const wanted = { userId: ada!.id, teamId, permissionId: "team_member" }
 * yield* Server.permissions.grant(wanted)
 * console.log(yield* Server.permissions.has(wanted)) // true
 * ```
 */
export const grant = Effect.fn("server.permissions.grant")(function*({ permissionId, teamId, userId }: Granted) {
  if (teamId === undefined) yield* ProjectPermissions.grant({ userId, permissionId })
  else yield* TeamPermissions.grant({ teamId, userId, permissionId })
})

/**
 * Revokes a permission that was granted directly. Contained permissions are revoked together with the containing one.
 * If the permission was not granted directly, fails with `TeamPermissionNotFound` for a team, and with
 * `PermissionNotFound` for the project.
 */
export const revoke = Effect.fn("server.permissions.revoke")(function*({ permissionId, teamId, userId }: Granted) {
  if (teamId === undefined) yield* ProjectPermissions.revoke({ userId, permissionId })
  else yield* TeamPermissions.revoke({ teamId, userId, permissionId })
})
