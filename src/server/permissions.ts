/** Giving users permissions, and looking at them. docs/platform.md §11. Defining them is the admin level's. */
import * as Effect from "effect/Effect"
import * as ProjectPermissions from "../../schemas/endpoints/projectPermissions.ts"
import * as TeamPermissions from "../../schemas/endpoints/teamPermissions.ts"

export { getPermissions as get, has, listPermissions as list, type Wanted, type Where } from "../flows/account/index.ts"

/** A permission of a user. */
export interface Granted {
  readonly userId: string
  readonly permissionId: string
  /** The team. @default none: the project */
  readonly teamId?: string | undefined
}

/**
 * Gives a permission. Giving it twice changes nothing. In a team the user has to be a member (`TeamMembershipNotFound`).
 * A permission of the other scope gives `PermissionScopeMismatch`.
 */
export const grant = Effect.fn("server.permissions.grant")(function*({ permissionId, teamId, userId }: Granted) {
  if (teamId === undefined) yield* ProjectPermissions.grant({ userId, permissionId })
  else yield* TeamPermissions.grant({ teamId, userId, permissionId })
})

/**
 * Takes a permission back that was given directly; one that comes contained in another goes with that. One that was not
 * gives `TeamPermissionNotFound`, in the project `PermissionNotFound`.
 */
export const revoke = Effect.fn("server.permissions.revoke")(function*({ permissionId, teamId, userId }: Granted) {
  if (teamId === undefined) yield* ProjectPermissions.revoke({ userId, permissionId })
  else yield* TeamPermissions.revoke({ teamId, userId, permissionId })
})
