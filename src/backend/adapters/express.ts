/** Middleware for Express and similar frameworks (Connect, Polka). */
import type { Authentication } from "../verify/index.ts"
import {
  type AdapterOptions,
  type AdmittedAuthentication,
  type AuthenticatorLike,
  checkOptions,
  refusalBy,
  type Requirement
} from "./admission.ts"
import { admit } from "./admitted.ts"
import { type EndableResponse, nodeHttp, type NodeRequest, refuse } from "./nodeHttp.ts"

declare const admitted: unique symbol

/**
 * Types of a response's `locals`, which tell the compiler which middleware ran before a handler. Exists only in types.
 */
export type ExpressLocals<Who extends Authentication> =
  & { [name: string]: any }
  & { readonly [admitted]?: Who }

/** The part of Express's request that `userOf` and `sessionOf` use. */
export interface ExpressRequest<Who extends Authentication> extends NodeRequest {
  readonly res?: { readonly locals: ExpressLocals<Who> } | undefined
}

/** The part of Express's response that the middleware uses. */
export interface ExpressResponse<Who extends Authentication = Authentication> extends EndableResponse {
  readonly locals: ExpressLocals<Who>
}

const known = new WeakMap<NodeRequest, Authentication>()

/**
 * Creates middleware. After `app.use(latchkeyExpress(authenticator))`, `authenticationOf(request)` returns the result.
 * After `latchkeyExpress(authenticator, { require: "user" })`, `userOf(request)` returns the user.
 *
 * @example
 * ```ts
 * import express from "express"
 * import { latchkeyExpress, userOf } from "latchkey/adapters"
 *
 * const app = express()
 * app.get("/notes", latchkeyExpress(authenticator, { require: "user" }), (request, response) => {
 *   response.send(userOf(request).by)
 * })
 * const response = await fetch(await serve(app), { headers: request.headers })
 * console.log(await response.text()) // session
 * ```
 */
export const latchkeyExpress = <const Require extends Requirement = undefined>(
  authenticator: AuthenticatorLike,
  options?: AdapterOptions<Require>
) => {
  checkOptions(options)
  const authenticate = nodeHttp(authenticator)
  return (
    request: NodeRequest,
    response: ExpressResponse<AdmittedAuthentication<Require>>,
    next: (error?: unknown) => void
  ): void => {
    authenticate(request, response).then(async (found) => {
      known.set(request, found)
      const refusal = await refusalBy(authenticator, found, options)
      if (refusal !== undefined) return refuse(response, refusal)
      admit(request, found, options)
      next()
    }).catch(next)
  }
}

/**
 * Returns the authentication of a request that passed the middleware, or `signed-out` for any other request.
 *
 * @example
 * ```ts
 * import express from "express"
 * import { authenticationOf, latchkeyExpress } from "latchkey/adapters"
 *
 * const app = express()
 * app.use(latchkeyExpress(authenticator))
 * app.get("/notes", (request, response) => void response.send(authenticationOf(request).status))
 * const response = await fetch(await serve(app), { headers: request.headers })
 * console.log(await response.text()) // signed-in
 * ```
 */
export const authenticationOf = (request: NodeRequest): Authentication =>
  known.get(request) ?? {
    status: "signed-out",
    reason: "no-credentials",
    message: "The request did not go through latchkeyExpress(authenticator). Put that before this handler.",
    setCookies: []
  }
