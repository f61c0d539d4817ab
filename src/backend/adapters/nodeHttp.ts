/** Node's own `http`, and frameworks that build on it. */
import { type HeadersLike, type NodeResponse, writeCookies } from "../../../layers/session/index.ts"
import { PlainError } from "../token/index.ts"
import type { Authentication, Refusal } from "../verify/index.ts"
import {
  type AdapterOptions,
  type AdmittedAuthentication,
  type AuthenticatorLike,
  checkOptions,
  refusalBy,
  type Requirement
} from "./admission.ts"

/** The part of Node's `IncomingMessage` that adapters use. */
export interface NodeRequest {
  readonly headers: HeadersLike
  readonly method?: string | undefined
  readonly socket?: object | null | undefined
}

export type { NodeResponse } from "../../../layers/session/index.ts"

/** The part of Node's `ServerResponse` that rejections use. */
export interface EndableResponse extends NodeResponse {
  statusCode: number
  readonly end: (body: string) => unknown
}

/**
 * A session was refreshed or ended after the response had started, so its cookies can't be sent to the browser.
 *
 * @cause The request is authenticated after a part of the response was written.
 * @fix Authenticate before writing the response.
 */
export class ResponseAlreadySent extends PlainError<"ResponseAlreadySent", {}> {
  constructor() {
    super(
      "ResponseAlreadySent",
      {},
      "The session's cookies changed, but the response's headers had already been sent. Authenticate before you write the response."
    )
  }
}

/** Result of the adapter. With `require`, `undefined` for a rejected request. */
export type NodeAuthentication<Require extends Requirement> = Require extends undefined ? Authentication
  : AdmittedAuthentication<Require> | undefined

/**
 * Creates a function that authenticates requests and writes changed cookies to the response. Shared caches may not
 * store such a response, even if the handler's headers allow it. With `require`, the function responds to other
 * requests itself and returns `undefined`.
 *
 * @example
 * ```ts
 * import { nodeHttp } from "latchkey/adapters"
 *
 * const authenticate = nodeHttp(authenticator, { require: "user" })
 * const url = await serve(async (request, response) => {
 *   const found = await authenticate(request, response)
 *   if (found !== undefined) response.end(found.by)
 * })
 * console.log(await (await fetch(url, { headers: request.headers })).text()) // session
 * console.log((await fetch(url)).status) // 401
 * ```
 */
export const nodeHttp = <const Require extends Requirement = undefined>(
  authenticator: AuthenticatorLike,
  options?: AdapterOptions<Require>
) => {
  checkOptions(options)
  return async (request: NodeRequest, response: EndableResponse): Promise<NodeAuthentication<Require>> => {
    const { headers, method, socket } = request
    const found = await authenticator.authenticateRequest({ headers, method, socket })
    if (found.setCookies.length > 0 && response.headersSent) throw new ResponseAlreadySent()
    writeCookies(response, found.setCookies)
    const refusal = await refusalBy(authenticator, found, options)
    if (refusal !== undefined) refuse(response, refusal)
    // `refusalBy` has rejected all other requests
    return (refusal === undefined ? found : undefined) as NodeAuthentication<Require>
  }
}

/** Writes a rejection to the response. */
export const refuse = (response: EndableResponse, { body, headers, status }: Refusal): void => {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.statusCode = status
  response.end(JSON.stringify(body))
}
