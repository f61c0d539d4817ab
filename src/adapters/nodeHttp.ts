/** Node's own `http`, and whatever stands on it. */
import { type HeadersLike, type NodeResponse, writeCookies } from "../../layers/session/index.ts"
import { type Authentication, PlainError } from "../verify/index.ts"
import type { Authenticates } from "./admission.ts"

/** What of Node's `IncomingMessage` is used. */
export interface NodeRequest {
  readonly headers: HeadersLike
  readonly method?: string | undefined
  readonly socket?: object | null | undefined
}

export type { NodeResponse } from "../../layers/session/index.ts"

/** A session was refreshed or ended, and the response had begun, so that no cookie can tell the browser. */
export class ResponseBegun extends PlainError<"ResponseBegun", {}> {
  constructor() {
    super(
      "ResponseBegun",
      {},
      "The session's cookies changed, but the response's headers were sent already. Authenticate before anything is written."
    )
  }
}

/**
 * Who sends a request, told to the response where its cookies have to change. Shared caches may not keep that one then,
 * whatever the handler says.
 *
 * ```ts
 * const authenticate = nodeHttp(authenticator)
 * http.createServer(async (request, response) => {
 *   const who = await authenticate(request, response)
 * })
 * ```
 */
export const nodeHttp =
  (authenticator: Authenticates) => async (request: NodeRequest, response: NodeResponse): Promise<Authentication> => {
    const { headers, method, socket } = request
    const found = await authenticator.authenticateRequest({ headers, method, socket })
    if (found.setCookies.length > 0 && response.headersSent) throw new ResponseBegun()
    writeCookies(response, found.setCookies)
    return found
  }
