/** Express, and other frameworks of its kind (Connect, Polka). */
import type { Authentication } from "../verify/index.ts"
import { type AdapterOptions, type Authenticates, refusalOf } from "./admission.ts"
import { nodeHttp, type NodeRequest, type NodeResponse } from "./nodeHttp.ts"

/** What of Express's response is used. */
export interface ExpressResponse extends NodeResponse {
  readonly status: (status: number) => { readonly json: (body: object) => unknown }
}

const known = new WeakMap<NodeRequest, Authentication>()

/** Middleware: `app.use(express(authenticator))`, then `authenticationOf(request)`. */
export const express = (authenticator: Authenticates, options?: AdapterOptions) => {
  const authenticate = nodeHttp(authenticator)
  return (request: NodeRequest, response: ExpressResponse, next: (error?: unknown) => void): void => {
    authenticate(request, response).then((found) => {
      known.set(request, found)
      const refusal = refusalOf(found, options)
      if (refusal === undefined) return next()
      for (const [name, value] of Object.entries(refusal.headers)) response.setHeader(name, value)
      response.status(refusal.status).json(refusal.body)
    }).catch(next)
  }
}

/** Who sends a request that went through the middleware; nobody where it did not. */
export const authenticationOf = (request: NodeRequest): Authentication =>
  known.get(request) ?? {
    status: "signed-out",
    reason: "no-credentials",
    message: "The request did not go through express(authenticator). Put that before this handler.",
    setCookies: []
  }
