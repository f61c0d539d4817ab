/** Express, and other frameworks of its kind (Connect, Polka). */
import type { Authentication } from "../verify/index.ts"
import {
  type AdapterOptions,
  type AdmittedAuthentication,
  type AuthenticatorLike,
  refusalOf,
  type Requirement
} from "./admission.ts"
import { admit } from "./admitted.ts"
import { type AnsweringResponse, nodeHttp, type NodeRequest, refuse } from "./nodeHttp.ts"

declare const admitted: unique symbol

/**
 * What of a response's `locals` tells the compiler which middleware the request went through, so that it knows in the
 * handlers that follow. Nothing of it is there when the program runs.
 */
export type ExpressLocals<Who extends Authentication> =
  & { [name: string]: any }
  & { readonly [admitted]?: Who }

/** What of Express's request is used by `userOf` and `sessionOf`. */
export interface ExpressRequest<Who extends Authentication> extends NodeRequest {
  readonly res?: { readonly locals: ExpressLocals<Who> } | undefined
}

/** What of Express's response is used. */
export interface ExpressResponse<Who extends Authentication = Authentication> extends AnsweringResponse {
  readonly locals: ExpressLocals<Who>
}

const known = new WeakMap<NodeRequest, Authentication>()

/**
 * Middleware. `app.use(latchkeyExpress(authenticator))`, then `authenticationOf(request)` tells who it is; after
 * `latchkeyExpress(authenticator, { require: "user" })`, `userOf(request)` is the user.
 */
export const latchkeyExpress = <const Require extends Requirement = undefined>(
  authenticator: AuthenticatorLike,
  options?: AdapterOptions<Require>
) => {
  const authenticate = nodeHttp(authenticator)
  return (
    request: NodeRequest,
    response: ExpressResponse<AdmittedAuthentication<Require>>,
    next: (error?: unknown) => void
  ): void => {
    authenticate(request, response).then((found) => {
      known.set(request, found)
      const refusal = refusalOf(found, options)
      if (refusal !== undefined) return refuse(response, refusal)
      admit(request, found, options)
      next()
    }).catch(next)
  }
}

/** Who sends a request that went through the middleware; nobody where it did not. */
export const authenticationOf = (request: NodeRequest): Authentication =>
  known.get(request) ?? {
    status: "signed-out",
    reason: "no-credentials",
    message: "The request did not go through latchkeyExpress(authenticator). Put that before this handler.",
    setCookies: []
  }
