/** What all endpoints of payments have in common. */
import * as Effect from "effect/Effect"
import { settle } from "../payments/index.ts"
import type { ApiRequest } from "../request/index.ts"
import { Refusal } from "../state/index.ts"

/**
 * Renews the subscriptions that are due, then handles the request. The emulator supports payments of revision 2026-04
 * only.
 */
export const played = <A, E>(request: ApiRequest, response: Effect.Effect<A, E>): Effect.Effect<A, E | Refusal> =>
  Effect.suspend((): Effect.Effect<A, E | Refusal> => {
    const { authentication, platform, spec } = request
    if (!platform.rules.payments) {
      return Refusal.fail(501, `The emulator plays ${spec.name} of revision 2026-04 only`)
    }
    if (authentication !== undefined) settle(platform, request.project)
    return response
  })
