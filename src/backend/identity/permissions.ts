/** Checks of permissions, which middleware caches for a short time. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { age, throttled, validator } from "../../../layers/call/index.ts"
import { ClientAccess, ServerAccess } from "../../../schemas/access.ts"
import type { InvalidConfiguration } from "../../../schemas/errors/CallError.ts"
import { forDevelopers } from "../../../schemas/site.ts"
import { permissions } from "../../flows/account/index.ts"
import { Remembered } from "../token/index.ts"
import { acrossRequests } from "../verify/index.ts"
import { type AuthenticationUnavailable, NotPermitted, unavailableNow } from "./errors.ts"
import { CurrentUser } from "./identity.ts"

/** The identifier of {@link Permitted}. */
export interface Permitted<out PermissionId extends string> {
  readonly "~latchkey/Permitted": PermissionId
}

/**
 * The service that `RequirePermission("read_all")` provides: the current user has this permission of the project. Code
 * that requires this service compiles only behind the check.
 *
 * ```ts
 * const readAll = Effect.map(Permitted("read_all"), ({ userId }) => notesFor(userId))
 * ```
 */
export const Permitted = <const PermissionId extends string>(
  permissionId: PermissionId
): Context.Service<Permitted<PermissionId>, {
  readonly permissionId: PermissionId
  readonly userId: string
}> => Context.Service(`latchkey/Permitted/${permissionId}`)

/** The identifier of {@link PermittedInTeam}. */
export interface PermittedInTeam<out PermissionId extends string> {
  readonly "~latchkey/PermittedInTeam": PermissionId
}

/**
 * The service that `RequirePermission("edit_notes", { teamIdFrom: "team" })` provides: the current user has the
 * permission in this team. Take the team from here, because this is the team that was checked.
 */
export const PermittedInTeam = <const PermissionId extends string>(
  permissionId: PermissionId
): Context.Service<PermittedInTeam<PermissionId>, {
  readonly permissionId: PermissionId
  readonly userId: string
  readonly teamId: string
}> => Context.Service(`latchkey/PermittedInTeam/${permissionId}`)

/** The permission that a middleware requires. */
export interface RequiredPermission {
  readonly permissionId: string
  readonly teamIdFrom?: string | undefined
}

/** Names the field that contains the team of a required permission. */
export interface TeamOption {
  /** The field that contains the team's id: a path parameter of an endpoint, or a payload field of a remote procedure. */
  readonly teamIdFrom: string
}

/** The service that a required permission provides. */
export type PermittedBy<PermissionId extends string, Options> = [Options] extends [TeamOption]
  ? PermittedInTeam<PermissionId>
  : Permitted<PermissionId>

/**
 * Runs a handler if the current user has the permissions that its middlewares require, and provides them. `teamIn` reads
 * a field of the request, and `place` names it in the log.
 */
export const withPermissions = <A, E, R, R2>(
  check: Verdicts,
  { middlewares, name, place }: {
    readonly name: string
    readonly place: "arguments" | "path" | "payload"
    readonly middlewares: Iterable<object>
  },
  teamIn: (field: string) => Effect.Effect<unknown, never, R2>,
  handler: Effect.Effect<A, E, R>
): Effect.Effect<
  A,
  E | NotPermitted | AuthenticationUnavailable,
  Exclude<R, Permitted<string> | PermittedInTeam<string>> | R2 | CurrentUser
> =>
  Effect.gen(function*() {
    const { userId } = yield* CurrentUser
    let granted = Context.empty() as Context.Context<never>
    for (const middleware of middlewares) {
      if (!("permission" in middleware)) continue
      const { permissionId, teamIdFrom } = middleware.permission as RequiredPermission
      if (teamIdFrom === undefined) {
        yield* check({ permissionId })
        granted = Context.merge(granted, Context.make(Permitted(permissionId), { permissionId, userId }))
        continue
      }
      const teamId = yield* teamIn(teamIdFrom)
      if (typeof teamId !== "string") {
        yield* throttled(`${name} ${place}`, (more) =>
          Effect.logError(`The ${place} of ${name} has no string in ${teamIdFrom}, so the request is rejected.${more}`))
        return yield* refusePermission(permissionId)
      }
      yield* check({ permissionId, teamId })
      granted = Context.merge(granted, Context.make(PermittedInTeam(permissionId), { permissionId, userId, teamId }))
    }
    return yield* Effect.provideContext(
      handler,
      granted as Context.Context<Permitted<string> | PermittedInTeam<string>>
    )
  })

/** Options for permission checks. */
export interface PermissionOptions {
  /**
   * Cache time of a permission that the user has. A revoked permission can still work for this time. Missing
   * permissions are not cached, so that granting one takes effect immediately. 0 disables the cache. @default "1
   * minute"
   */
  readonly verdictsFor?: Duration.Input | undefined
}

type Wanted = { readonly permissionId: string; readonly userId: string; readonly teamId?: string | undefined }

/** Maximum number of cached permissions. */
const maxCached = 10_000

/** Fails if the current user lacks a permission. */
export type Verdicts = (
  wanted: Omit<Wanted, "userId">
) => Effect.Effect<void, NotPermitted | AuthenticationUnavailable, CurrentUser>

const validate = validator("permissions", { verdictsFor: age })

/** Creates the checks of one middleware: requests for the same permission share a call and its cached result. */
export const verdicts = (
  { verdictsFor = "1 minute" }: PermissionOptions
): Effect.Effect<Verdicts, InvalidConfiguration, ServerAccess | Scope.Scope> =>
  Effect.gen(function*() {
    const { verdictsFor: keep } = yield* Effect.fromResult(validate({ verdictsFor }))
    const server = yield* ServerAccess
    const clock = yield* Clock.Clock
    const scope = yield* Effect.scope
    const now = () => clock.currentTimeMillisUnsafe()
    const cache = new Remembered<true>(maxCached, now)
    const check = acrossRequests(scope, (key: string, wanted: Wanted) =>
      isPermitted(wanted).pipe(
        Effect.tap((may) => Effect.sync(() => may && cache.set(key, true, now() + keep))),
        Effect.provideService(ServerAccess, server)
      ))
    return ({ permissionId, teamId }) =>
      Effect.gen(function*() {
        const { userId } = yield* CurrentUser
        const key = JSON.stringify([userId, permissionId, teamId])
        const may = cache.get(key) ?? (yield* check(key, { permissionId, userId, teamId }))
        if (!may) return yield* refusePermission(permissionId)
      })
  })

/**
 * Fails with `NotPermitted` if the user lacks the permission: `checkPermission({ permissionId, userId, teamId })`. For
 * handlers that determine the permission themselves. Sends a request each time.
 *
 * @example
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { currentUser } from "latchkey"
 * import { checkPermission } from "latchkey/http-api"
 *
 * const { id: userId } = yield* currentUser.get({ or: "throw" })
 * yield* checkPermission({ permissionId: "edit_notes", userId, teamId })
 * const problem = yield* Effect.flip(checkPermission({ permissionId: "delete_notes", userId, teamId }))
 * console.log(problem._tag) // NotPermitted
 * ```
 */
export const checkPermission = (
  wanted: Wanted
): Effect.Effect<void, NotPermitted | AuthenticationUnavailable, ServerAccess> =>
  Effect.flatMap(isPermitted(wanted), (may) => may ? Effect.void : refusePermission(wanted.permissionId))

const isPermitted = (wanted: Wanted): Effect.Effect<boolean, AuthenticationUnavailable, ServerAccess> =>
  Effect.gen(function*() {
    // the server level may check any user
    const has = permissions.has(wanted).pipe(Effect.provideService(ClientAccess, yield* ServerAccess))
    return yield* Effect.catch(has, (error) =>
      error._tag === "CallError"
        ? Effect.andThen(
          throttled("permission unavailable", (more) => Effect.logWarning(forDevelopers(error) + more)),
          Effect.fail(unavailableNow())
        )
        : Effect.succeed(false))
  })

/** Fails with the error of a missing permission. */
const refusePermission = (permissionId: string): Effect.Effect<never, NotPermitted> =>
  Effect.fail(
    new NotPermitted({
      permissionId,
      message: "You may not do this. Ask an administrator for the permission."
    })
  )
