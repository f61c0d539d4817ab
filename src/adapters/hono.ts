/** Hono. */
import { isForSharedCaches, privateCacheControl } from "../../layers/session/index.ts"
import type { Authentication } from "../verify/index.ts"
import { type AdapterOptions, type Authenticates, refusalOf } from "./admission.ts"
import { refused, withCookies } from "./fetchHandler.ts"

/** What of Hono's context is used. */
export interface HonoContext {
  readonly req: { readonly raw: Request }
  readonly res: Response
  readonly set: (name: "authentication", value: Authentication) => void
  readonly header: (name: string, value?: string, options?: { readonly append: true }) => void
}

/** `new Hono<WithAuthentication>()`, so that `c.get("authentication")` has its type. */
export interface WithAuthentication {
  readonly Variables: { readonly authentication: Authentication }
}

/**
 * Middleware: `app.use(hono(authenticator))`, then `c.get("authentication")`. Shared caches may not keep a response that
 * sets the session's cookies, whatever the handler says.
 */
export const hono =
  (authenticator: Authenticates, options?: AdapterOptions) =>
  async (context: HonoContext, next: () => Promise<void>): Promise<Response | void> => {
    const found = await authenticator.authenticateRequest(context.req.raw)
    context.set("authentication", found)
    const refusal = refusalOf(found, options)
    if (refusal !== undefined) return withCookies(refused(refusal), found.setCookies)
    await next()
    if (found.setCookies.length > 0) tell(context, found.setCookies)
  }

/** The response is there now, with what its handler wants said. The handler's own cookies have the last word. */
const tell = (context: HonoContext, setCookies: ReadonlyArray<string>): void => {
  const { headers } = context.res
  const own = headers.getSetCookie().filter((each) => !setCookies.includes(each))
  const names = [...headers.keys()].filter(isForSharedCaches)
  const cacheControl = privateCacheControl(headers.get("cache-control"))
  for (const name of ["set-cookie", ...names]) context.header(name)
  for (const cookie of [...setCookies, ...own]) context.header("set-cookie", cookie, { append: true })
  context.header("cache-control", cacheControl)
}
