/** Hono. */
import type { Authentication } from "../verify/Authentication.ts"
import { type AdapterOptions, type Authenticates, refusalOf } from "./admission.ts"

/** What of Hono's context is used. */
export interface HonoContext {
  readonly req: { readonly raw: Request }
  readonly set: (name: "authentication", value: Authentication) => void
  readonly header: (name: string, value: string, options: { readonly append: true }) => void
}

/** `new Hono<WithAuthentication>()`, so that `c.get("authentication")` has its type. */
export interface WithAuthentication {
  readonly Variables: { readonly authentication: Authentication }
}

/** Middleware: `app.use(hono(authenticator))`, then `c.get("authentication")`. */
export const hono =
  (authenticator: Authenticates, options?: AdapterOptions) =>
  async (context: HonoContext, next: () => Promise<void>): Promise<Response | void> => {
    const found = await authenticator.authenticateRequest(context.req.raw)
    context.set("authentication", found)
    for (const cookie of found.setCookies) context.header("set-cookie", cookie, { append: true })
    const refusal = refusalOf(found, options)
    if (refusal === undefined) return next()
    const response = Response.json(refusal.body, { status: refusal.status })
    for (const cookie of found.setCookies) response.headers.append("set-cookie", cookie)
    return response
  }
