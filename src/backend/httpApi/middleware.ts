/**
 * Middleware for `HttpApi`: endpoints declare the authentication that they require. The classes have no layers of their
 * own, so that clients, which import the same declarations, don't load the verification of tokens.
 */
import type * as Context from "effect/Context"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import type { CallError } from "../../../schemas/errors/CallError.ts"
import {
  AuthenticationUnavailable,
  type CurrentApiKey,
  type CurrentAuthentication,
  type CurrentSession,
  type CurrentUser,
  NotAuthenticated,
  NotFresh,
  NotHuman,
  NotPermitted,
  type PermittedBy,
  type RequiredPermission,
  type TeamOption
} from "../identity/index.ts"
import { asProblem } from "./asProblem.ts"

const refusals = {
  error: [asProblem(NotAuthenticated), asProblem(AuthenticationUnavailable)],
  // a client that provides no credentials doesn't compile
  requiredForClient: true
} as const

/** Lets all requests through, and provides the result of their authentication. */
export class Authenticate extends HttpApiMiddleware.Service<Authenticate, { provides: CurrentAuthentication }>()(
  "latchkey/Authenticate"
) {}

/**
 * Requires a user with an account, by session or by the user's API key. Other requests get a 401.
 *
 * @example
 * ```ts
 * import * as Schema from "effect/Schema"
 * import { HttpApi, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
 * import { RequireUser } from "latchkey/http-api"
 *
 * const mine = HttpApiEndpoint.get("mine", "/notes", { success: Schema.String }).middleware(RequireUser)
 * const { paths } = OpenApi.fromApi(HttpApi.make("api").add(HttpApiGroup.make("notes").add(mine)))
 * console.log(Object.keys(paths["/notes"]!.get!.responses)) // [ '200', '401', '503' ]
 * ```
 */
export class RequireUser
  extends HttpApiMiddleware.Service<RequireUser, { provides: CurrentUser; clientError: CallError }>()(
    "latchkey/RequireUser",
    refusals
  )
{}

/** Requires a session, including anonymous users' sessions, as `asCaller` does. Other requests get a 401. */
export class RequireSession
  extends HttpApiMiddleware.Service<RequireSession, { provides: CurrentSession; clientError: CallError }>()(
    "latchkey/RequireSession",
    refusals
  )
{}

/** Requires an API key of a team, or of a user with an account. Other requests get a 401. */
export class RequireApiKey extends HttpApiMiddleware.Service<RequireApiKey, { provides: CurrentApiKey }>()(
  "latchkey/RequireApiKey",
  refusals
) {}

const permissionErrors = { error: [asProblem(NotPermitted), asProblem(AuthenticationUnavailable)] } as const

/** The middleware of all permissions has one service, which reads the permission from the endpoint. */
class PermissionMiddleware extends HttpApiMiddleware.Service<PermissionMiddleware, { requires: CurrentUser }>()(
  "latchkey/RequirePermission",
  permissionErrors
) {}

/** The identifier of {@link RequirePermission}. */
export interface RequirePermission<out Provided = unknown> extends
  Checking<{
    readonly provides: Provided
    readonly requires: CurrentUser
    readonly error: typeof permissionErrors.error
    readonly clientError: never
    readonly requiredForClient: false
  }>
{}

type Checking<Config> = { readonly [Id in keyof HttpApiMiddleware.AnyId]: Config }

/**
 * Requires a permission, granted directly or through another permission, and provides `Permitted`, or
 * `PermittedInTeam` with `teamIdFrom`. Other users get a 403. Requires {@link RequireUser} on the same endpoint,
 * added afterwards, because the middleware added last runs first:
 * `.middleware(RequirePermission("read_all")).middleware(RequireUser)`.
 *
 * @example
 * ```ts
 * import * as Schema from "effect/Schema"
 * import { HttpApi, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
 * import { RequirePermission, RequireUser } from "latchkey/http-api"
 *
 * const edit = HttpApiEndpoint.post("edit", "/teams/:team/notes", { params: { team: Schema.String } })
 *   .middleware(RequirePermission("edit_notes", { teamIdFrom: "team" })).middleware(RequireUser)
 *
 * const api = HttpApi.make("api").add(HttpApiGroup.make("notes").add(edit))
 * const { paths } = OpenApi.fromApi(api)
 * console.log(Object.keys(paths["/teams/{team}/notes"]!.post!.responses)) // [ '204', '401', '403', '503' ]
 * ```
 */
export const RequirePermission = <
  const PermissionId extends string,
  const Options extends TeamOption | undefined = undefined
>(
  permissionId: PermissionId,
  options?: Options
): Context.Service<
  RequirePermission<PermittedBy<PermissionId, Options>>,
  HttpApiMiddleware.HttpApiMiddleware<PermittedBy<PermissionId, Options>, typeof permissionErrors.error, CurrentUser>
> => {
  const permission: RequiredPermission = { permissionId, ...options }
  return class extends PermissionMiddleware {
    static readonly permission = permission
  } as never
}

/**
 * Requires a sign-in within the endpoint's {@link Freshness}: `"5 minutes"` or, so that a newly added sign-in method
 * doesn't count, `{ within: "1 hour", means: "known" }`. Older sessions get a 401 with the challenge of RFC 9470, and
 * so does every request to an endpoint without `Freshness`. API keys get a 401, because they have no age. Requires
 * {@link RequireUser} on the same endpoint, added afterwards: `.middleware(RequireFresh).middleware(RequireUser)`.
 */
export class RequireFresh extends HttpApiMiddleware.Service<RequireFresh, { requires: CurrentUser }>()(
  "latchkey/RequireFresh",
  { error: [asProblem(NotFresh), asProblem(NotAuthenticated), asProblem(AuthenticationUnavailable)] }
) {}

/**
 * Requires the session of a person: sessions of agents on a person's account get a 403, and so do sessions that the
 * platform doesn't list, such as impersonations. API keys get a 401. The access token doesn't show which sessions
 * belong to agents, so the platform's list is read once per session. On platforms whose list has no names of agents,
 * every request gets a 503, and the log contains the reason. Requires {@link RequireUser} on the same endpoint, added
 * afterwards: `.middleware(RequireHuman).middleware(RequireUser)`.
 */
export class RequireHuman extends HttpApiMiddleware.Service<RequireHuman, { requires: CurrentUser }>()(
  "latchkey/RequireHuman",
  { error: [asProblem(NotHuman), asProblem(NotAuthenticated), asProblem(AuthenticationUnavailable)] }
) {}
