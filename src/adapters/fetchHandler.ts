/** Cloudflare's workers, Deno, Bun, Next.js route handlers: whatever answers a `Request` with a `Response`. */
import type { Authentication } from "../verify/Authentication.ts"
import { type AdapterOptions, type Authenticates, refusalOf } from "./admission.ts"

/**
 * A fetch handler that knows who asks. What follows the request (`env`, `ctx`, …) is handed on.
 *
 * ```ts
 * export default { fetch: fetchHandler(authenticator, (request, who) => new Response(who.status)) }
 * ```
 */
export const fetchHandler = <Rest extends ReadonlyArray<unknown>>(
  authenticator: Authenticates,
  handler: (request: Request, who: Authentication, ...rest: Rest) => Response | Promise<Response>,
  options?: AdapterOptions
) =>
async (request: Request, ...rest: Rest): Promise<Response> => {
  const who = await authenticator.authenticateRequest(request)
  const refusal = refusalOf(who, options)
  const response = refusal === undefined
    ? await handler(request, who, ...rest)
    : Response.json(refusal.body, { status: refusal.status })
  if (who.setCookies.length === 0) return response
  // a copy, because the headers of some responses cannot be changed
  const copy = new Response(response.body, response)
  for (const cookie of who.setCookies) copy.headers.append("set-cookie", cookie)
  return copy
}
