/** Requests without credentials, which are answered without running an effect. */
import { headerOf } from "../../../layers/session/index.ts"
import type { RequestLike } from "./credentials.ts"
import { isCrossSite } from "./crossSite.ts"

/** Headers that carry credentials. A `cookie` counts only if it has one of the platform's cookies. */
const carriers = ["authorization", "x-stack-auth", "x-api-key"]

const noOrigins: ReadonlySet<string> = new Set()

/** Whether a request has no credentials that an authenticator would read, and is not rejected as cross-site. */
export const hasNoCredentials = (request: RequestLike): boolean => {
  const headers = request?.headers
  return typeof headers === "object" && headers !== null
    && carriers.every((name) => (headerOf(headers, name) ?? "") === "")
    && !/stack-|hexclave-/.test(headerOf(headers, "cookie") ?? "")
    && !isCrossSite(request, noOrigins)
}
