/** Code that all payment endpoints share. */
import * as Effect from "effect/Effect"
import { settle } from "../../payments/index.ts"
import type { ApiRequest } from "../../request/index.ts"

/** Processes the renewals that are due by now, then handles the request. */
export const played = <A, E>(request: ApiRequest, response: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.suspend(() => {
    if (request.authentication !== undefined) settle(request.platform, request.project)
    return response
  })

/** Whether the project sells offers, as on revision 2025-08. docs/platform.md §21.5. */
export const sellsOffers = ({ platform }: ApiRequest): boolean => platform.rules.payments === "offers"
