/**
 * Requests that cost credits: middleware for RPC, `HttpApi` and `HttpRouter` over `withCredits`. A separate entry, so
 * that back ends without payments load none of it.
 */
export { CreditsUnavailable, NotEnoughCredits } from "./errors.ts"
export { HttpApiCredits, layerHttpApiCredits, layerRpcCredits, routeCredits, RpcCredits } from "./middleware.ts"
export { Price, type PriceOf } from "./spending.ts"

// exported for the signatures above
export type { ServerAccess } from "../../../schemas/access.ts"
export { CreditsNotGivenBack, type CreditsRefused, type ItemOf, withCredits } from "../../payments/index.ts"
export type { CurrentUser } from "../identity/identity.ts"
