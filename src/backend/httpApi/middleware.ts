/** Middleware for `HttpApi`: endpoints declare the authentication that they require. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpRouter from "effect/http/HttpRouter"
import * as Layer from "effect/Layer"
import { throttled } from "../../../layers/call/index.ts"
import type { ServerAccess } from "../../../schemas/access.ts"
import {
  AuthenticationUnavailable,
  CurrentApiKey,
  CurrentAuthentication,
  CurrentSession,
  CurrentUser,
  missingPermission,
  NotAuthenticated,
  NotPermitted,
  Permission,
  type PermissionOptions,
  refusePermission,
  verdicts
} from "../identity/index.ts"
import type { Authenticator } from "../verify/index.ts"
import { asProblem } from "./asProblem.ts"
import { authenticated, byApiKey, inSession, providing, signedIn } from "./authenticated.ts"

const refusals = { error: [asProblem(NotAuthenticated), asProblem(AuthenticationUnavailable)] } as const

/** Lets all requests through, and provides the result of their authentication. */
export class Authenticate extends HttpApiMiddleware.Service<Authenticate, { provides: CurrentAuthentication }>()(
  "latchkey/Authenticate"
) {
  static readonly layer = (): Layer.Layer<Authenticate, never, Authenticator> =>
    Layer.effect(Authenticate, providing(CurrentAuthentication, authenticated))
}

/** Requires a user with an account, by session or by the user's API key. Other requests get a 401. */
export class RequireUser extends HttpApiMiddleware.Service<RequireUser, { provides: CurrentUser }>()(
  "latchkey/RequireUser",
  refusals
) {
  static readonly layer = (): Layer.Layer<RequireUser, never, Authenticator> =>
    Layer.effect(RequireUser, providing(CurrentUser, signedIn))
}

/** Requires a session, including anonymous users' sessions, as `asCaller` needs. Other requests get a 401. */
export class RequireSession extends HttpApiMiddleware.Service<RequireSession, { provides: CurrentSession }>()(
  "latchkey/RequireSession",
  refusals
) {
  static readonly layer = (): Layer.Layer<RequireSession, never, Authenticator> =>
    Layer.effect(RequireSession, providing(CurrentSession, inSession))
}

/** Requires an API key of a team, or of a user with an account. Other requests get a 401. */
export class RequireApiKey extends HttpApiMiddleware.Service<RequireApiKey, { provides: CurrentApiKey }>()(
  "latchkey/RequireApiKey",
  refusals
) {
  static readonly layer = (): Layer.Layer<RequireApiKey, never, Authenticator> =>
    Layer.effect(RequireApiKey, providing(CurrentApiKey, byApiKey))
}

/**
 * Requires the endpoint's {@link Permission}, granted directly or contained in another. Other users get a 403, and so
 * does every request to an endpoint without a `Permission`. Requires {@link RequireUser} on the same endpoint, added
 * afterwards, because the middleware added last runs first: `.middleware(RequirePermission).middleware(RequireUser)`.
 */
export class RequirePermission extends HttpApiMiddleware.Service<RequirePermission, { requires: CurrentUser }>()(
  "latchkey/RequirePermission",
  { error: [asProblem(NotPermitted), asProblem(AuthenticationUnavailable)] }
) {
  static readonly layer = (
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
}
