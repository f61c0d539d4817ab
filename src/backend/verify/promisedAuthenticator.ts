/** What `createAuthenticator` stands on: an `Authenticator` for programs that write promises. */
import * as Layer from "effect/Layer"
import { type Fetch, layerFetch, layerProject, type ProjectSettings } from "../../../layers/call/index.ts"
import { type CallOptions, type Disposable, makeAsync } from "../../promise/index.ts"
import { hasNoCredentials } from "./anonymous.ts"
import { signedOut } from "./answers.ts"
import type { Authentication } from "./Authentication.ts"
import { Authenticator, type AuthenticatorOptions } from "./Authenticator.ts"
import type { RequestLike } from "./credentials.ts"

/** The project, and how its requests are believed. */
export interface CreateAuthenticatorOptions extends ProjectSettings, AuthenticatorOptions {
  /** @default the runtime's own `fetch`, looked up at each request */
  readonly fetch?: Fetch | undefined
}

/** Tells who sends a request. Make it once and keep it: it remembers keys, tokens and verdicts. */
export interface RequestAuthenticator extends Disposable {
  /**
   * Looks at `Authorization`, `x-stack-auth`, `x-api-key` and the session's cookies, in this order. Put `setCookies` of
   * the answer into the response with `writeCookies`. Rejects with `InvalidConfiguration` alone.
   */
  readonly authenticateRequest: (request: RequestLike, options?: CallOptions) => Promise<Authentication>
}

/** Creates an authenticator with a runtime of its own. */
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
