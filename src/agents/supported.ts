import * as Effect from "effect/Effect"
import { CallError } from "../../schemas/errors/CallError.ts"
import { AgentsNotSupported } from "./errors.ts"

/** Fails with `AgentsNotSupported` if the platform doesn't know the route: status 404 or 405 without an error code. */
export const supported = <A, E, R>(
  call: Effect.Effect<A, E | CallError, R>
): Effect.Effect<A, E | CallError | AgentsNotSupported, R> =>
  Effect.mapError(call, (error) => {
    const reason = error instanceof CallError ? error.reason : undefined
    return reason?._tag === "HttpFailure" && (reason.status === 404 || reason.status === 405)
      ? new AgentsNotSupported({ status: reason.status })
      : error
  })
