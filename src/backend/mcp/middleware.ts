/** Middleware for tools, resources and prompts: `McpServer.toolkit(Tools).pipe(Layer.provide(RequireFresh("5 minutes").layer))`. */
import * as McpSchema from "effect/ai/McpSchema"
import * as McpServer from "effect/ai/McpServer"
import * as Effect from "effect/Effect"
import type { ServerAccess } from "../../../schemas/access.ts"
import type { InvalidConfiguration } from "../../../schemas/errors/CallError.ts"
import {
  type AuthenticationUnavailable,
  checkFresh,
  checkHuman,
  type CurrentUser,
  type NotAuthenticated,
  type NotFresh,
  type NotHuman,
  type NotPermitted,
  type PermissionOptions,
  type PermittedBy,
  type TeamOption,
  verdicts,
  withPermissions
} from "../identity/index.ts"
import { Authenticator, type FreshInput, problemOf } from "../verify/index.ts"

/** The code of every refusal, from the range that JSON-RPC reserves for servers. `data` identifies the refusal. */
const refusedCode = -32010

type Refusal = NotPermitted | NotFresh | NotHuman | NotAuthenticated | AuthenticationUnavailable

/** A refusal as a JSON-RPC error. Its `data` are the problem details that `latchkey/http-api` responds with. */
const asMcpError = (refusal: Refusal): McpSchema.McpErrorBase =>
  new McpSchema.McpErrorBase({
    code: refusedCode,
    message: refusal.message,
    data: problemOf(refusal._tag, { ...refusal, _tag: refusal._tag, message: refusal.message })
  })

/** Options for {@link RequirePermission}. */
export interface RequirementOptions extends PermissionOptions, Partial<TeamOption> {}

/**
 * Requires a permission, granted directly or through another permission, and provides `Permitted`, or
 * `PermittedInTeam` with `teamIdFrom`, the argument of the tool or prompt that contains the team's id. Other people's
 * calls fail with a JSON-RPC error whose `data` are problem details of `NotPermitted`.
 *
 * There is no 403 with `insufficient_scope`: permissions aren't scopes, and no other token of the person would have
 * them.
 *
 * @example
 * ```ts
 * import { Effect, Layer, Schema } from "effect"
 * import { McpServer, Tool, Toolkit } from "effect/ai"
 * import { Permitted, RequirePermission } from "latchkey/mcp"
 *
 * const All = Toolkit.make(Tool.make("all", { success: Schema.String, dependencies: [Permitted("read_all")] }))
 * const registrations = McpServer.toolkit(All).pipe(
 *   Layer.provide(RequirePermission("read_all").layer),
 *   Layer.provide(All.toLayer({ all: () => Effect.map(Permitted("read_all"), ({ userId }) => userId) }))
 * )
 * console.log(Layer.isLayer(registrations)) // true
 * ```
 */
export const RequirePermission = <
  const PermissionId extends string,
  const Options extends RequirementOptions | undefined = undefined
>(
  permissionId: PermissionId,
  options?: Options
): McpServer.Middleware<{
  provides: PermittedBy<PermissionId, Options>
  error: McpSchema.McpErrorBase
  requires: CurrentUser
  layerError: InvalidConfiguration
  layerRequires: ServerAccess
}> => {
  const permission = { permissionId, teamIdFrom: options?.teamIdFrom }
  return McpServer.middleware<{ provides: PermittedBy<PermissionId, Options> }>()(
    Effect.map(verdicts(options ?? {}), (check) => (effect, { payload, target }) => {
      const checked = withPermissions(
        check,
        { name: target, place: "arguments", middlewares: [{ permission }] },
        (field) => Effect.succeed<unknown>(Object(Object(payload).arguments)[field]),
        Effect.context<never>()
      )
      return Effect.flatMap(
        Effect.mapError(checked, asMcpError),
        (granted) => Effect.provideContext(effect, granted as never)
      )
    })
  ) as never
}

/**
 * Requires a sign-in within the time: `RequireFresh("5 minutes")`. Calls with older sessions or with API keys, which
 * have no age, fail with a JSON-RPC error whose `data` are problem details of `NotFresh` or `NotAuthenticated`. After
 * signing in again, the person needs a token of the new session.
 */
export const RequireFresh = (
  within: FreshInput
): McpServer.Middleware<{
  provides: never
  error: McpSchema.McpErrorBase
  requires: CurrentUser
  layerError: InvalidConfiguration
  layerRequires: Authenticator
}> =>
  McpServer.middleware(
    Effect.gen(function*() {
      const authenticator = yield* Authenticator
      const check = yield* Effect.try({
        try: () => checkFresh(within),
        catch: (error) => error as InvalidConfiguration
      })
      const checked = Effect.mapError(Effect.provideService(check, Authenticator, authenticator), asMcpError)
      return (effect) => Effect.andThen(checked, effect)
    })
  )

/**
 * Requires the session of a person: `RequireHuman()`. Calls of agents on a person's account, calls with sessions that
 * the platform doesn't list, and calls with API keys fail with a JSON-RPC error whose `data` are problem details of
 * `NotHuman` or `NotAuthenticated`. The platform's list of sessions is read once per session.
 */
export const RequireHuman = (): McpServer.Middleware<{
  provides: never
  error: McpSchema.McpErrorBase
  requires: CurrentUser
  layerError: never
  layerRequires: Authenticator
}> =>
  McpServer.middleware(
    Effect.map(Authenticator, (authenticator) => {
      const checked = Effect.mapError(Effect.provideService(checkHuman, Authenticator, authenticator), asMcpError)
      return (effect) => Effect.andThen(checked, effect)
    })
  )
