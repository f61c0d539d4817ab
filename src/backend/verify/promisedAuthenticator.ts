/** The `Authenticator` behind `createAuthenticator`, for programs with promises. */
import * as Layer from "effect/Layer"
import { type Fetch, layerFetch, layerProject, type ProjectSettings } from "../../../layers/call/index.ts"
import { headerOf } from "../../../layers/session/index.ts"
import { type CallOptions, type Disposable, makeAsync } from "../../promise/index.ts"
import { signedOut } from "./answers.ts"
import type { Authentication } from "./Authentication.ts"
import { Authenticator, type AuthenticatorOptions } from "./Authenticator.ts"
import type { RequestLike } from "./credentials.ts"
import { isCrossSite } from "./crossSite.ts"

/** Options of an authenticator, including the project. */
export interface CreateAuthenticatorOptions extends ProjectSettings, AuthenticatorOptions {
  /** The `fetch` for requests. @default the runtime's own `fetch`, looked up for each request */
  readonly fetch?: Fetch | undefined
}

/** Authenticates requests. Create one and keep it: it caches keys, tokens and results. */
export interface RequestAuthenticator extends Disposable {
  /**
   * Authenticates a request by `Authorization`, `x-stack-auth`, `x-api-key` or the session's cookies, in this order.
   * Add the result's `setCookies` to the response with `writeCookies`. Rejects only with `InvalidConfiguration`.
   */
  readonly authenticateRequest: (request: RequestLike, options?: CallOptions) => Promise<Authentication>
}

/** Creates an authenticator with its own runtime. */
export const promisedAuthenticator = (options: CreateAuthenticatorOptions): RequestAuthenticator => {
  const authenticator = makeAsync(
    { authenticateRequest: (request: RequestLike) => Authenticator.use(({ authenticate }) => authenticate(request)) },
    Authenticator.layer(options).pipe(
      Layer.provide(layerProject(options, "secretServerKey")),
      Layer.provide(layerFetch(options))
    )
  )
  // invalid options reject the first request or make it unavailable
  let isConfigured = false
  return {
    ...authenticator,
    // most requests of a public site have no credentials: running an effect would cost more than the rest of the request
    authenticateRequest: async (request, call) => {
      if (isConfigured && hasNoCredentials(request)) return signedOut("no-credentials")
      const found = await authenticator.authenticateRequest(request, call)
      isConfigured ||= found.status !== "unavailable"
      return found
    }
  }
}

/**
 * Headers that can carry credentials. A `cookie` header carries credentials only if it has one of the platform's
 * cookies.
 */
const carriers = ["authorization", "x-stack-auth", "x-api-key"]

const noOrigins: ReadonlySet<string> = new Set()

/** Whether a request has no credentials that an authenticator would read, and is not rejected as cross-site. */
const hasNoCredentials = (request: RequestLike): boolean => {
  const headers = request?.headers
  return typeof headers === "object" && headers !== null
    && carriers.every((name) => (headerOf(headers, name) ?? "") === "")
    && !/stack-|hexclave-/.test(headerOf(headers, "cookie") ?? "")
    && !isCrossSite(request, noOrigins)
}
