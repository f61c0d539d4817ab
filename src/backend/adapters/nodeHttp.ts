/** Node's own `http`, and whatever stands on it. */
import { type HeadersLike, type NodeResponse, writeCookies } from "../../../layers/session/index.ts"
import { PlainError } from "../token/index.ts"
import type { Authentication, Refusal } from "../verify/index.ts"
import {
  type AdapterOptions,
  type AdmittedAuthentication,
  type AuthenticatorLike,
  refusalOf,
  type Requirement
} from "./admission.ts"

/** What of Node's `IncomingMessage` is used. */
export interface NodeRequest {
  readonly headers: HeadersLike
  readonly method?: string | undefined
  readonly socket?: object | null | undefined
}

export type { NodeResponse } from "../../../layers/session/index.ts"

/** What of Node's `ServerResponse` is used where requests are refused. */
export interface AnsweringResponse extends NodeResponse {
  statusCode: number
  readonly end: (body: string) => unknown
}

/**
 * A session was refreshed or ended, and the response had begun, so that no cookie can tell the browser.
 *
 * @cause The request is authenticated after something of the answer was written.
 * @fix Authenticate before anything is written.
 */
export class ResponseAlreadySent extends PlainError<"ResponseAlreadySent", {}> {
  constructor() {
    super(
      "ResponseAlreadySent",
      {},
      "The session's cookies changed, but the response's headers were sent already. Authenticate before anything is written."
    )
  }
}

/** With `require`, `undefined` for who was refused. */
export type NodeAuthentication<Require extends Requirement> = Require extends undefined ? Authentication
  : AdmittedAuthentication<Require> | undefined

/**
 * Who sends a request, told to the response where its cookies have to change. Shared caches may not keep that one then,
 * whatever the handler says. With `require`, others are answered, and `undefined` says so.
 *
 * ```ts
 * const authenticate = nodeHttp(authenticator, { require: "user" })
 * http.createServer(async (request, response) => {
 *   const user = await authenticate(request, response)
 *   if (user === undefined) return
 *   response.end(user.userId)
 * })
 * ```
 */
export const nodeHttp = <const Require extends Requirement = undefined>(
  authenticator: AuthenticatorLike,
  options?: AdapterOptions<Require>
) =>
async (request: NodeRequest, response: AnsweringResponse): Promise<NodeAuthentication<Require>> => {
  const { headers, method, socket } = request
  const found = await authenticator.authenticateRequest({ headers, method, socket })
  if (found.setCookies.length > 0 && response.headersSent) throw new ResponseAlreadySent()
  writeCookies(response, found.setCookies)
  const refusal = refusalOf(found, options)
  if (refusal !== undefined) refuse(response, refusal)
  // that nobody else got through is what `refusalOf` sees to
  return (refusal === undefined ? found : undefined) as NodeAuthentication<Require>
}

/** Sends a refusal. */
export const refuse = (response: AnsweringResponse, { body, headers, status }: Refusal): void => {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.statusCode = status
  response.end(JSON.stringify(body))
}
