/** Middleware that takes the price of a request from the signed-in user's credits. */
import * as Effect from "effect/Effect"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRespondable from "effect/http/HttpServerRespondable"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as RpcMiddleware from "effect/rpc/RpcMiddleware"
import * as Schema from "effect/Schema"
import type { unhandled } from "effect/Types"
import type { ServerAccess } from "../../../schemas/access.ts"
import { asProblem } from "../httpApi/index.ts"
import type { CurrentUser } from "../identity/index.ts"
import { CreditsUnavailable, NotEnoughCredits } from "./errors.ts"
import { makeSpending, type PriceOf, priceOf } from "./spending.ts"

/**
 * Takes the procedure's `Price` from the user's credits before the handler runs, and gives it back if the handler fails, dies
 * or is interrupted, or if its stream does. Users without enough credits get `NotEnoughCredits`. Requires `RequireUser` on the
 * same procedure, added afterwards: `.middleware(RpcCredits).middleware(RequireUser)`.
 */
export class RpcCredits extends RpcMiddleware.Service<RpcCredits, { requires: CurrentUser }>()(
  "latchkey/rpc/Credits",
  { error: Schema.Union([NotEnoughCredits, CreditsUnavailable]) }
) {}

/**
 * Takes the endpoint's `Price` from the user's credits before the handler runs, and gives it back if the handler fails, dies
 * or is interrupted. Users without enough credits get a 402. Requires `RequireUser` on the same endpoint, added afterwards:
 * `.middleware(HttpApiCredits).middleware(RequireUser)`.
 */
export class HttpApiCredits extends HttpApiMiddleware.Service<HttpApiCredits, { requires: CurrentUser }>()(
  "latchkey/Credits",
  { error: [asProblem(NotEnoughCredits), asProblem(CreditsUnavailable)] }
) {}

/** The server's side of `RpcCredits`. */
export const layerRpcCredits = (): Layer.Layer<RpcCredits, never, ServerAccess> =>
  Layer.effect(
    RpcCredits,
    Effect.map(makeSpending, (spending) => (handler, { rpc }) =>
      Effect.flatMap(priceOf(rpc._tag, rpc.annotations), (price) =>
        spending(price, handler)))
  )

/** The server's side of `HttpApiCredits`. */
export const layerHttpApiCredits = (): Layer.Layer<HttpApiCredits, never, ServerAccess> =>
  Layer.effect(
    HttpApiCredits,
    Effect.map(makeSpending, (spending) => (handler, { endpoint }) =>
      Effect.flatMap(priceOf(endpoint.identifier, endpoint.annotations), (price) =>
        spending(price, handler)))
  )

/**
 * Middleware for plain `HttpRouter` routes, which get `CurrentUser` from `router.requireUser`:
 * `routeCredits({ itemId: "credits", amount: 2 }).combine(router.requireUser).layer`. The price is also given back if the
 * handler responds with a status of 400 or above.
 */
export const routeCredits = (price: PriceOf) =>
  HttpRouter.middleware(
    Effect.map(makeSpending, (spending) => (handler: Effect.Effect<HttpServerResponse, unhandled>) => {
      const accepted = Effect.flatMap(
        handler,
        (response) => response.status < 400 ? Effect.succeed(response) : Effect.fail(new Refused(response))
      )
      return Effect.catch(
        spending(price, accepted),
        (error): Effect.Effect<HttpServerResponse, unhandled> =>
          error instanceof Refused
            ? Effect.succeed(error.response)
            : HttpServerRespondable.isRespondable(error)
            ? HttpServerRespondable.toResponse(error)
            : Effect.fail(error)
      )
    })
  )

/** A response with which the handler refuses a request. */
class Refused {
  readonly response: HttpServerResponse
  constructor(response: HttpServerResponse) {
    this.response = response
  }
}
