/**
 * Authenticates requests. A valid access token is verified locally. A session that needs a new token is refreshed once
 * for all its requests. API keys are checked on the platform, and the result is cached for a minute. Requests about
 * unverified credentials have their own budget and rate-limit gate: docs/laws.md S1, S2.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import {
  age,
  isCarried,
  makeRetryPolicy,
  millisOf,
  type Policy,
  Project,
  RateLimitGate,
  RetryPolicy,
  Transport,
  validator
} from "../../../layers/call/index.ts"
import { CallObserver } from "../../../layers/observe/index.ts"
import {
  type CookieOptions,
  problemOfCookies,
  resolveSessionPolicy,
  SessionPolicy
} from "../../../layers/session/index.ts"
import { InvalidConfiguration } from "../../../schemas/errors/CallError.ts"
import { VerifierMisconfigured, type VerifierOptions } from "../token/index.ts"
import { accessTokenVerifier, type VerifyAccessToken } from "./accessTokens.ts"
import { makeApiKeys } from "./apiKeys.ts"
import type { Authentication } from "./Authentication.ts"
import { credentialsIn, type RequestLike, unreadCredential } from "./credentials.ts"
import { isCrossSite, originsOf } from "./crossSite.ts"
import { KnownMeans } from "./knownMeans.ts"
import { signedOut, unavailable, withUnreadHeader } from "./outcomes.ts"
import { type CheckFreshness, type HolderOf, makeSessionChecks, type SessionStartedAt } from "./sessionAge.ts"
import { makeSessions } from "./sessions.ts"
import { shownCookies } from "./shownCookies.ts"
import { UnverifiedBudget } from "./UnverifiedBudget.ts"
import type { UnverifiedOptions } from "./unverifiedOptions.ts"
import { CacheMiss, makeWithinBudget } from "./withinBudget.ts"

/** Options for an authenticator, in addition to the project. */
export interface AuthenticatorOptions extends Pick<VerifierOptions, "branch" | "clockToleranceSeconds" | "issuers"> {
  /**
   * Whether to return restricted users: `status` is `restricted`, with the user and the reason. Requirements for a user
   * with an account still reject them. A restriction in a token is checked at most every ten seconds by refreshing the
   * session; a bearer without a refresh token keeps its restriction until it expires. @default false: they are signed
   * out, with the reason `restricted`
   */
  readonly includeRestricted?: boolean | undefined
  /** Scope and attributes of the session's cookies, and whether cookies of older formats are accepted. */
  readonly cookies?: CookieOptions | undefined
  /**
   * Cache time of a valid API key. A revoked key can still work for this time. An invalid key is cached for a minute.
   * @default "1 minute"
   */
  readonly apiKeysFor?: Duration.Input | undefined
  /**
   * Other origins whose pages may send unsafe requests with the session's cookies, such as `https://admin.example.com`.
   * Behind a proxy that changes `Host`, include this site's own origin. @default none
   */
  readonly trustedOrigins?: ReadonlyArray<string> | undefined
  /** Limits for requests about unverified API keys and refresh tokens. */
  readonly unverified?: UnverifiedOptions | undefined
}

/**
 * Retry policy while a client waits for a response: three attempts, waits of 0.2 and 0.4 s, at most 5 s per attempt. A
 * `RetryPolicy` in the context replaces it.
 */
export const retryPolicy: Policy = makeRetryPolicy({
  attempts: 3,
  base: "200 millis",
  perAttempt: "5 seconds",
  longestRetryAfter: "1 second"
})

/** Authenticates requests. */
export class Authenticator extends Context.Service<Authenticator, {
  /**
   * Never fails: if the request can't be authenticated now, the result is `unavailable`; invalid credentials give
   * `signed-out` with a reason.
   */
  readonly authenticate: (request: RequestLike) => Effect.Effect<Authentication>
  /**
   * Returns when a session began, in milliseconds since the epoch: when the user signed in. The platform's list
   * of sessions is read once per session. `undefined` if the platform doesn't list the session: it is an impersonation, or it has ended.
   */
  readonly sessionStartedAt: SessionStartedAt
  /** Checks a session's age by the authenticator's clock, for `RequireFresh`, `checkFresh` and `freshWithin`. */
  readonly checkFreshness: CheckFreshness
  /**
   * Distinguishes a person's session from an agent's, for `RequireHuman` and `checkHuman`. Reads the same list as
   * `sessionStartedAt`, once per session for both.
   */
  readonly holderOf: HolderOf
}>()("latchkey/Authenticator") {
  /** The authenticator needs the project's secret server key only to check API keys. */
  static readonly layer = (
    options: AuthenticatorOptions = {}
  ): Layer.Layer<Authenticator, never, Project | Transport> => Layer.effect(Authenticator, make(options))
}

/** Authenticates a request by its cookies. Never fails. */
export type AuthenticateByCookies = (request: RequestLike) => Effect.Effect<Authentication>

/** Dependencies for authentication by cookies other than the platform's. */
export interface AuthenticatorParts {
  readonly verify: VerifyAccessToken
  /** Retry policy for requests to the platform while a client waits. */
  readonly policy: Policy
}

/** Creates an authenticator. `byCookies` authenticates by cookies, if sessions aren't in the platform's own cookies. */
export const make = (
  options: AuthenticatorOptions,
  byCookies?: (parts: AuthenticatorParts) => AuthenticateByCookies
): Effect.Effect<Authenticator["Service"], never, Project | Transport | Scope.Scope> =>
  Effect.gen(function*() {
    const project = yield* Project
    const transport = yield* Transport
    const clock = yield* Clock.Clock
    const scope = yield* Effect.scope
    // a provided policy wins, even if it equals the defaults: the reference's value would not show whether one was
    // provided
    const policy = Context.getOrUndefined(yield* Effect.context<never>(), RetryPolicy) ?? retryPolicy
    const now = () => clock.currentTimeMillisUnsafe()
    const gate = yield* RateLimitGate
    const verify = accessTokenVerifier({ project, transport, options, gate, now })
    const budget = new UnverifiedBudget(options.unverified ?? {}, now)
    const common = {
      project,
      transport,
      scope,
      now,
      withinBudget: makeWithinBudget(budget, policy, gate),
      addressOf: (request: RequestLike) => budget.addressOf(request)
    }
    const sessionPolicy = yield* SessionPolicy
    const resolved = resolveSessionPolicy(sessionPolicy)
    const threshold = millisOf(sessionPolicy.threshold)
    const ofSession = makeSessions({ ...common, verify, threshold })
    const times = checkTimes({ apiKeysFor: options.apiKeysFor ?? "1 minute" })
    const ofApiKey = yield* makeApiKeys({
      ...common,
      cacheFor: Result.getOrElse(times, () => ({ apiKeysFor: 0 })).apiKeysFor,
      includeRestricted: options.includeRestricted === true
    })
    const ofCookies = byCookies?.({ verify, policy })
      ?? ((request: RequestLike) =>
        ofSession({ ...shownCookies(request, project.id, options.cookies ?? {}, now()), request }))

    const trustedOrigins = originsOf(options.trustedOrigins ?? [])
    const cookieProblem = problemOfCookies(options.cookies ?? {})
    const whoSends = (request: RequestLike): Effect.Effect<Authentication> => {
      if (typeof request?.headers !== "object" || request.headers === null) return Effect.succeed(noRequest())
      if ("problem" in trustedOrigins) return Effect.succeed(noOrigin(trustedOrigins.problem))
      if (budget.problem !== undefined) return Effect.succeed(unavailable(budget.problem))
      if (Result.isFailure(times)) return Effect.succeed(unavailable(times.failure))
      if (Result.isFailure(resolved)) return Effect.succeed(unavailable(resolved.failure))
      if (cookieProblem !== undefined) return Effect.succeed(wrongCookies(cookieProblem))
      const shown = credentialsIn(request.headers)
      switch (shown._tag) {
        case "None":
          return isCrossSite(request, trustedOrigins)
            ? Effect.succeed(signedOut("cross-site"))
            : Effect.map(ofCookies(request), (found) =>
              withUnreadHeader(found, shown.authorization, unreadCredential(request.headers)))
        case "Malformed":
          return Effect.succeed(signedOut("malformed-credentials"))
        case "ApiKey":
          return ofApiKey(shown.apiKey, request)
        case "Session":
          return ofSession({ tokens: shown.tokens, renewed: () => [], request })
      }
    }

    const checks = makeSessionChecks({ project, transport, policy, scope, now })
    const knownMeans = yield* KnownMeans
    const byClock = byCarriedClock(clock)
    return Authenticator.of({
      authenticate: (request) =>
        byClock(observed(Effect.suspend(() =>
          whoSends(request)
        ))).pipe(
          Effect.tap(({ status }) => Effect.annotateCurrentSpan("authentication.status", status)),
          Effect.withSpan("Authenticator.authenticate", {}, { captureStackTrace: false })
        ),
      holderOf: (session) => byClock(checks.holderOf(session)),
      sessionStartedAt: (session) => byClock(checks.sessionStartedAt(session)),
      checkFreshness: (session, rule) =>
        byClock(Effect.provideService(checks.checkFreshness(session, rule), KnownMeans, knownMeans))
    })
  })

/**
 * Runs effects by the project's clock, if the project has one: requests of a session then measure the age of its tokens
 * by that clock.
 */
const byCarriedClock = (clock: Clock.Clock) => <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  isCarried(clock) ? Effect.provideService(self, Clock.Clock, clock) : self

const checkTimes = validator("authenticator", { apiKeysFor: age })

/** Reports the result to the program's observer, if there is one. */
const observed = (authenticate: Effect.Effect<Authentication>): Effect.Effect<Authentication> =>
  Effect.flatMap(CallObserver, (observer) => {
    if (observer === undefined) return authenticate
    const miss = { isMiss: false }
    return Effect.tap(
      Effect.provideService(authenticate, CacheMiss, miss),
      ({ status }) => Effect.sync(() => observer.authentication?.(status, !miss.isMiss))
    )
  })

const noRequest = () =>
  unavailable(
    new InvalidConfiguration({
      setting: "request",
      problem: "has no headers",
      next: "Pass the request itself, or { headers } with the headers from your framework."
    })
  )

const wrongCookies = ({ next, problem, setting }: Exclude<ReturnType<typeof problemOfCookies>, undefined>) =>
  unavailable(new VerifierMisconfigured(`cookies.${setting}`, problem, next))

const noOrigin = (text: string) =>
  unavailable(
    new VerifierMisconfigured(
      "trustedOrigins",
      `has ${text}, which is not an origin`,
      "Write each as https://admin.example.com, without a path."
    )
  )
