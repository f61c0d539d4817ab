/** Permissions of a user in a team or in the project. docs/platform.md §11. Grant them with `server.permissions`. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as ProjectPermissions from "../../../schemas/endpoints/projectPermissions.ts"
import * as TeamPermissions from "../../../schemas/endpoints/teamPermissions.ts"
import type { UserTarget } from "./UserTarget.ts"

/** Scope of a permission check. */
export interface Where extends UserTarget {
  /** Id of the team. @default the project */
  readonly teamId?: string | undefined
}

/** A permission, and the scope in which to look for it. */
export interface Wanted extends Where {
  readonly permissionId: string
}

/** Returns the user's permissions, sorted by id. Returns none for a team that the user isn't a member of. */
export const list = Effect.fn("permissions.list")(function*(
  where: Where & {
    /** Whether to include permissions that other permissions contain. @default true */
    readonly recursive?: boolean | undefined
  } = {}
) {
  return yield* found(where, undefined, where.recursive ?? true)
})

/** Returns a permission that the user has, directly or through another permission, or `None`. */
export const get = Effect.fn("permissions.get")(function*(wanted: Wanted) {
  return Option.fromUndefinedOr((yield* found(wanted, wanted.permissionId, true))[0])
})

/**
 * Whether the user has a permission, directly or through another permission.
 *
 * @example
 * ```ts
 * import { permissions } from "latchkey"
 *
 * console.log(yield* permissions.has({ permissionId: "edit_notes", teamId })) // true
 * console.log(yield* permissions.has({ permissionId: "delete_notes", teamId })) // false
 * ```
 */
export const has = Effect.fn("permissions.has")(function*(wanted: Wanted) {
  return (yield* found(wanted, wanted.permissionId, true)).length > 0
})

const found = (
  { teamId, userId = "me" }: Where,
  permissionId: string | undefined,
  recursive: boolean
) => {
  const items: Effect.Effect<ReadonlyArray<{ readonly id: string }>, ListErrors, ListNeeds> = teamId === undefined
    ? Effect.map(ProjectPermissions.list({ userId, permissionId, recursive }), ({ items }) => items)
    : Effect.map(TeamPermissions.list({ teamId, userId, permissionId, recursive }), ({ items }) => items)
  // checks the platform's result, so that no other permission is mistaken for the requested one
  return Effect.map(
    items,
    (permissions) => permissions.flatMap(({ id }) => permissionId === undefined || id === permissionId ? [{ id }] : [])
  )
}

type ListErrors = Effect.Error<ReturnType<typeof TeamPermissions.list>>
type ListNeeds = Effect.Services<ReturnType<typeof TeamPermissions.list>>
