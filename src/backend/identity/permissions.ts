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

/**
 * The permission that `RequirePermission` checks for an endpoint or a remote procedure:
 * `endpoint.annotate(Permission, { … })`.
 */
export class Permission extends Context.Service<Permission, {
  readonly permissionId: string
  /**
   * Name of the field that contains the team's id: a path parameter of an endpoint, or a payload field of a remote
   * procedure.
   * @default none: a project permission
   */
  readonly teamIdFrom?: string | undefined
}>()("latchkey/Permission") {}

/** Options of permission checks. */
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
export const refusePermission = (permissionId: string): Effect.Effect<never, NotPermitted> =>
  Effect.fail(
    new NotPermitted({
      permissionId,
      message: "You may not do this. Ask an administrator for the permission."
    })
  )

/** Rejects every request to an endpoint without a {@link Permission}, and logs the mistake. */
export const missingPermission = (name: string): Effect.Effect<never, NotPermitted> =>
  Effect.andThen(
    throttled(`${name} permission`, (more) =>
      Effect.logError(`${name} has RequirePermission but no Permission, so all requests are rejected.${more}`)),
    refusePermission("")
  )
