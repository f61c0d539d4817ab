/** Handlers from `Request` to `Response`: Cloudflare Workers, Deno, Bun, Next.js route handlers. */
import { forbidSharedCaches } from "../../../layers/session/index.ts"
import type { Refusal } from "../verify/index.ts"
import {
  type AdapterOptions,
  type AdmittedAuthentication,
  type AuthenticatorLike,
  checkOptions,
  refusalBy,
  type Requirement
} from "./admission.ts"

/**
 * Creates a fetch handler that receives the result of the authentication. Further arguments (`env`, `ctx`, …) are
 * passed on. Shared caches may not store a response that sets the session's cookies, even if the handler's headers
 * allow it.
 *
 * @example
 * ```ts
 * import { fetchHandler } from "latchkey/adapters"
 *
 * const handle = fetchHandler(
 *   authenticator,
 *   (request, { by, userId }) => Response.json({ by, isUuid: userId.length === 36 }),
 *   { require: "user" }
 * )
 * console.log(await (await handle(request)).json()) // { by: 'session', isUuid: true }
 * console.log((await handle(new Request("http://localhost/notes"))).status) // 401
 * ```
 */
export const fetchHandler = <Rest extends ReadonlyArray<unknown>, const Require extends Requirement = undefined>(
  authenticator: AuthenticatorLike,
  handler: (
    request: Request,
    who: AdmittedAuthentication<NoInfer<Require>>,
    ...rest: Rest
  ) => Response | Promise<Response>,
  options?: AdapterOptions<Require>
) => {
  checkOptions(options)
  return async (request: Request, ...rest: Rest): Promise<Response> => {
    const who = await authenticator.authenticateRequest(request)
    const refusal = await refusalBy(authenticator, who, options)
    const response = refusal === undefined
      ? await handler(request, who as AdmittedAuthentication<Require>, ...rest)
      : refused(refusal)
    return withCookies(response, who.setCookies)
  }
}

/** Creates the `Response` of a rejection. */
export const refused = ({ body, headers, status }: Refusal): Response => Response.json(body, { status, headers })

/**
 * Returns a copy with the cookies, because some responses have immutable headers. The handler's own cookies take
 * precedence.
 */
export const withCookies = (response: Response, setCookies: ReadonlyArray<string>): Response => {
  if (setCookies.length === 0) return response
  const copy = new Response(response.body, response)
  const own = copy.headers.getSetCookie().filter((each) => !setCookies.includes(each))
  copy.headers.delete("set-cookie")
  for (const cookie of [...setCookies, ...own]) copy.headers.append("set-cookie", cookie)
  forbidSharedCaches(copy.headers)
  return copy
}
