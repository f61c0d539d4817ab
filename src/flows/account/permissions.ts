/** What a user may do, in one team or in the whole project. docs/platform.md §11. Granting is `server.permissions`. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as ProjectPermissions from "../../../schemas/endpoints/projectPermissions.ts"
import * as TeamPermissions from "../../../schemas/endpoints/teamPermissions.ts"
import type { UserTarget } from "./UserTarget.ts"

/** Where a permission is looked for. */
export interface Where extends UserTarget {
  /** The team. @default none: the project */
  readonly teamId?: string | undefined
}

/** A permission by its id, and where. */
export interface Wanted extends Where {
  readonly permissionId: string
}

/** The user's permissions, by id. A team the user is not in gives none. */
export const list = Effect.fn("permissions.list")(function*(
  where: Where & {
    /** Also those that come contained in others. @default true */
    readonly recursive?: boolean | undefined
  } = {}
) {
  return yield* found(where, undefined, where.recursive ?? true)
})

/** A permission the user has, be it directly or contained in another; `None` when the user does not have it. */
export const get = Effect.fn("permissions.get")(function*(wanted: Wanted) {
  return Option.fromUndefinedOr((yield* found(wanted, wanted.permissionId, true))[0])
})

/** Whether the user has a permission, be it directly or contained in another. */
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
  // the platform filters too; a permission that was not asked for must never count as the one that was
  return Effect.map(
    items,
    (permissions) => permissions.flatMap(({ id }) => permissionId === undefined || id === permissionId ? [{ id }] : [])
  )
}

type ListErrors = Effect.Error<ReturnType<typeof TeamPermissions.list>>
type ListNeeds = Effect.Services<ReturnType<typeof TeamPermissions.list>>
