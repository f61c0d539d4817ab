/** What `createAuthenticator` stands on: an `Authenticator` for programs that write promises. */
import * as Layer from "effect/Layer"
import { type Fetch, layerFetch, layerProject, type ProjectSettings } from "../../../layers/call/index.ts"
import { type CallOptions, type Disposable, makeAsync } from "../../promise/index.ts"
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

/** An authenticator with a runtime of its own. */
export const promisedAuthenticator = (options: CreateAuthenticatorOptions): RequestAuthenticator =>
  makeAsync(
    { authenticateRequest: (request: RequestLike) => Authenticator.use(({ authenticate }) => authenticate(request)) },
    Authenticator.layer(options).pipe(
      Layer.provide(layerProject(options, "secretServerKey")),
      Layer.provide(layerFetch(options))
    )
  )
