/** The `Authenticator` behind `createAuthenticator`, for programs with promises. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Fetch, layerFetch, layerProject, type ProjectSettings } from "../../../layers/call/index.ts"
import { headerOf } from "../../../layers/session/index.ts"
import { InvalidConfiguration } from "../../../schemas/errors/CallError.ts"
import { type CallOptions, type Disposable, makeAsync } from "../../promise/index.ts"
import type { Authentication } from "./Authentication.ts"
import { Authenticator, type AuthenticatorOptions } from "./Authenticator.ts"
import { credentialHeaders, type RequestLike, unreadCredential } from "./credentials.ts"
import { isCrossSite } from "./crossSite.ts"
import { type FreshInput, freshRuleOf } from "./freshRule.ts"
import { signedOut, unavailable, withUnreadHeader } from "./outcomes.ts"
import { notHumanRefusal, type Refusal, refusal, sessionNeeded, staleRefusal } from "./refusal.ts"

/** Options for an authenticator, including the project. */
export interface CreateAuthenticatorOptions extends ProjectSettings, AuthenticatorOptions {
  /** The `fetch` for requests. @default the runtime's own `fetch`, looked up for each request */
  readonly fetch?: Fetch | undefined
}

/** Authenticates requests. Create one and keep it: it caches keys, tokens and results. */
export interface RequestAuthenticator extends Disposable {
  /**
   * Authenticates a request by `Authorization`, `x-stack-auth`, `x-stack-access-token` with `x-stack-refresh-token`,
   * `x-api-key` or the session's cookies, in this order. The same headers with the prefix `x-hexclave-` are read too.
   * Add the result's `setCookies` to the response with `writeCookies`. Rejects only with `InvalidConfiguration`.
   */
  readonly authenticateRequest: (request: RequestLike, options?: CallOptions) => Promise<Authentication>
  /**
   * Returns the response to a request whose user must have signed in within a time, such as `"5 minutes"`, or
   * `undefined` if the user has. API keys have no age and are refused. Later requests of a session need no request to
   * the platform. Adapters call this for `freshWithin`. Rejects with `InvalidConfiguration` if the time is invalid.
   */
  readonly refusalUnlessFresh: (
    found: Authentication,
    within: FreshInput,
    options?: CallOptions
  ) => Promise<Refusal | undefined>
  /**
   * Returns the response to a request that must come from a person, or `undefined` if it does. Sessions of agents, sessions that
   * the platform doesn't list and API keys are refused. Later requests of a session need no request to the platform.
   * Adapters call this for `human`.
   */
  readonly refusalUnlessHuman: (found: Authentication, options?: CallOptions) => Promise<Refusal | undefined>
}

/** Creates an authenticator with its own runtime. */
export const promisedAuthenticator = (options: CreateAuthenticatorOptions): RequestAuthenticator => {
  const authenticator = makeAsync(
    {
      authenticateRequest: (request: RequestLike) => Authenticator.use(({ authenticate }) => authenticate(request)),
      refusalUnlessFresh: (found: Authentication, within: FreshInput) => refusalUnlessFresh(found, within),
      refusalUnlessHuman: (found: Authentication) => refusalUnlessHuman(found)
    },
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
    authenticateRequest: async (request, ...rest) => {
      if (isConfigured && hasNoCredentials(request)) {
        return withUnreadHeader(signedOut("no-credentials"), false, unreadCredential(request.headers))
      }
      const found = await authenticator.authenticateRequest(request, ...rest)
      isConfigured ||= found.status !== "unavailable"
      return found
    }
  }
}

const noOrigins: ReadonlySet<string> = new Set()

/**
 * Whether a request has no credentials that an authenticator would read, and is not rejected as cross-site. A `cookie`
 * header carries credentials only if it has one of the platform's cookies.
 */
const hasNoCredentials = (request: RequestLike): boolean => {
  const headers = request?.headers
  return typeof headers === "object" && headers !== null
    && credentialHeaders.every((name) => (headerOf(headers, name) ?? "") === "")
    && !/stack-|hexclave-/.test(headerOf(headers, "cookie") ?? "")
    && !isCrossSite(request, noOrigins)
}

const refusalUnlessFresh = (
  found: Authentication,
  within: FreshInput
): Effect.Effect<Refusal | undefined, InvalidConfiguration, Authenticator> =>
  Effect.gen(function*() {
    const rule = freshRuleOf("freshWithin", within)
    if ("setting" in rule) return yield* new InvalidConfiguration(rule)
    if (!("by" in found) || found.by !== "session") return refusal(found, sessionNeeded)
    const { checkFreshness } = yield* Authenticator
    return yield* Effect.match(checkFreshness(found, rule), {
      onFailure: (error) => refusal(unavailable(error), sessionNeeded),
      onSuccess: (freshness) => freshness === "fresh" ? undefined : staleRefusal(rule.withinMillis, freshness)
    })
  })

const refusalUnlessHuman = (found: Authentication): Effect.Effect<Refusal | undefined, never, Authenticator> =>
  Effect.gen(function*() {
    if (!("by" in found) || found.by !== "session") return refusal(found, sessionNeeded)
    const { holderOf } = yield* Authenticator
    return yield* Effect.match(holderOf(found), {
      onFailure: (error) => refusal(unavailable(error), sessionNeeded),
      onSuccess: (holder) => holder === "person" ? undefined : notHumanRefusal()
    })
  })
