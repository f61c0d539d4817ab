/** Middleware for Hono. */
import { isForSharedCaches, privateCacheControl } from "../../../layers/session/index.ts"
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
import { refused, withCookies } from "./fetchHandler.ts"

/** The part of Hono's context that this adapter uses. */
export interface HonoContext {
  readonly req: { readonly raw: Request }
  readonly res: Response
  readonly set: (name: "authentication", value: any) => void
  readonly header: (name: string, value?: string, options?: { readonly append: true }) => void
}

/**
 * Types of Hono's context: `new Hono<WithAuthentication>()` gives `c.get("authentication")` its type. Behind `require:
 * "user"`, use `WithAuthentication<SignedIn>`; it rejects middleware that lets other requests through.
 */
export interface WithAuthentication<Who extends Authentication = Authentication> {
  readonly Variables: { readonly authentication: Who }
}

/**
 * Type of the context. The compiler rejects an app whose context promises a narrower authentication than the middleware
 * guarantees.
 */
export type HonoContextFor<Context, Who extends Authentication> = Context extends
  { readonly var: { readonly authentication: infer Promised } } ? [Who] extends [Promised] ? Context : never
  : Context

/**
 * Creates middleware: after `app.use(latchkeyHono(authenticator))`, use `c.get("authentication")`. Behind
 * `latchkeyHono(authenticator, { require: "user" })`, `userOf(c)` returns the user. Shared caches may not store a
 * response that sets the session's cookies, even if the handler's headers allow it.
 *
 * @example
 * ```ts
 * import { Hono } from "hono"
 * import { latchkeyHono, type WithAuthentication } from "latchkey/adapters"
 *
 * const app = new Hono<WithAuthentication>()
 * app.get("/notes", latchkeyHono(authenticator), (c) => c.text(c.get("authentication").status))
 * console.log(await (await app.request(request)).text()) // signed-in
 * console.log(await (await app.request("/notes")).text()) // signed-out
 * ```
 */
export const latchkeyHono = <const Require extends Requirement = undefined>(
  authenticator: AuthenticatorLike,
  options?: AdapterOptions<Require>
) => {
  checkOptions(options)
  return async <Context extends HonoContext>(
    promised: HonoContextFor<Context, AdmittedAuthentication<Require>>,
    next: () => Promise<void>
  ): Promise<Response | void> => {
    const context: HonoContext = promised
    const found = await authenticator.authenticateRequest(context.req.raw)
    context.set("authentication", found)
    const refusal = await refusalBy(authenticator, found, options)
    if (refusal !== undefined) return withCookies(refused(refusal), found.setCookies)
    admit(context, found, options)
    await next()
    if (found.setCookies.length > 0) addCookies(context, found.setCookies)
  }
}

/** Adds the cookies to the finished response. The handler's own cookies take precedence. */
const addCookies = (context: HonoContext, setCookies: ReadonlyArray<string>): void => {
  const { headers } = context.res
  const own = headers.getSetCookie().filter((each) => !setCookies.includes(each))
  const names = [...headers.keys()].filter(isForSharedCaches)
  const cacheControl = privateCacheControl(headers.get("cache-control"))
  for (const name of ["set-cookie", ...names]) context.header(name)
  for (const cookie of [...setCookies, ...own]) context.header("set-cookie", cookie, { append: true })
  context.header("cache-control", cacheControl)
}
