/** Layers of the middleware, for servers. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as Layer from "effect/Layer"
import { throttled } from "../../../layers/call/index.ts"
import type { ServerAccess } from "../../../schemas/access.ts"
import {
  CurrentApiKey,
  CurrentAuthentication,
  CurrentSession,
  CurrentUser,
  missingPermission,
  Permission,
  type PermissionOptions,
  refusePermission,
  verdicts
} from "../identity/index.ts"
import type { Authenticator } from "../verify/index.ts"
import { authenticated, byApiKey, inSession, providing, signedIn } from "./authenticated.ts"
import { Authenticate, RequireApiKey, RequirePermission, RequireSession, RequireUser } from "./middleware.ts"

/** The server's side of `Authenticate`, `RequireUser`, `RequireSession` and `RequireApiKey`. */
export const layerAuthentication = (): Layer.Layer<
  Authenticate | RequireUser | RequireSession | RequireApiKey,
  never,
  Authenticator
> =>
  Layer.mergeAll(
    Layer.effect(Authenticate, providing(CurrentAuthentication, authenticated)),
    Layer.effect(RequireUser, providing(CurrentUser, signedIn)),
    Layer.effect(RequireSession, providing(CurrentSession, inSession)),
    Layer.effect(RequireApiKey, providing(CurrentApiKey, byApiKey))
  )

/** The server's side of `RequirePermission`. */
export const layerPermissions = (
  options: PermissionOptions = {}
): Layer.Layer<RequirePermission, never, ServerAccess> =>
  Layer.effect(
    RequirePermission,
    Effect.map(verdicts(options), (check) => (handler, { endpoint }) =>
      Effect.gen(function*() {
        const permission = Context.getOrUndefined(endpoint.annotations, Permission)
        if (permission === undefined) return yield* missingPermission(endpoint.identifier)
        const { permissionId, teamIdFrom } = permission
        const teamId = teamIdFrom === undefined ? undefined : (yield* HttpRouter.params)[teamIdFrom]
        if (teamIdFrom !== undefined && teamId === undefined) {
          yield* throttled(
            `${endpoint.identifier} path`,
            (more) =>
              Effect.logError(
                `The path of ${endpoint.identifier} has no ${teamIdFrom}, so all requests are rejected.${more}`
              )
          )
          return yield* refusePermission(permissionId)
        }
        yield* check({ permissionId, teamId })
        return yield* handler
      }))
  )
