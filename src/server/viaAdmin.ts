/** Calls at server level that older platforms have for admins only. docs/platform.md §25. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { AdminAccess } from "../../schemas/access.ts"
import { CallError } from "../../schemas/errors/CallError.ts"
import { AdminAccessRequired } from "../errors/index.ts"

/**
 * Makes a call. If the platform doesn't know its route, makes the earlier call of admins instead, or fails with
 * `AdminAccessRequired` if the program has no admin access.
 */
export const orAsAdmin = <A, E, R, B, E2>(
  call: Effect.Effect<A, E | CallError, R>,
  earlier: Effect.Effect<B, E2, AdminAccess>,
  feature: AdminAccessRequired["feature"]
): Effect.Effect<A | B, E | E2 | CallError | AdminAccessRequired, R> =>
  Effect.catch(call, (error): Effect.Effect<B, E | E2 | CallError | AdminAccessRequired> =>
    isUnknownRoute(error)
      ? Effect.flatMap(
        Effect.serviceOption(AdminAccess),
        (access): Effect.Effect<B, E2 | AdminAccessRequired> =>
          Option.isSome(access)
            ? Effect.provideService(earlier, AdminAccess, access.value)
            : Effect.fail(new AdminAccessRequired({ feature }))
      )
      : Effect.fail(error))

/** Whether the platform seems to be older than the endpoint: it responded that the route is unknown. */
export const isUnknownRoute = (error: unknown): boolean =>
  error instanceof CallError && error.reason._tag === "HttpFailure" && error.reason.since !== undefined
