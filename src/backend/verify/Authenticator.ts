/**
 * Who sends a request. A good access token is enough, and is verified here; a session that needs a new one is refreshed
 * once for all its requests; API keys are checked on the platform and the verdict kept for a minute. What nobody has
 * verified is asked about within a budget, and at a gate of its own: docs/laws.md S1, S2.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import {
  CallObserver,
  makeRetryPolicy,
  millisOf,
  type Policy,
  Project,
  RateLimitGate,
  RetryPolicy,
  Transport
} from "../../../layers/call/index.ts"
import {
  type CookieOptions,
  problemOfCookies,
  resolveSessionPolicy,
  SessionPolicy
} from "../../../layers/session/index.ts"
import { InvalidConfiguration } from "../../../schemas/errors/CallError.ts"
import { VerifierMisconfigured, type VerifierOptions } from "../token/index.ts"
import { accessTokenVerifier, type VerifyAccessToken } from "./accessTokens.ts"
import { signedOut, unavailable, withUnknownAuthorization } from "./answers.ts"
import { makeApiKeys } from "./apiKeys.ts"
import type { Authentication } from "./Authentication.ts"
import { credentialsIn, type RequestLike } from "./credentials.ts"
import { isCrossSite, originsOf } from "./crossSite.ts"
import { makeSessions } from "./sessions.ts"
import { shownCookies } from "./shownCookies.ts"
import { UnverifiedBudget } from "./UnverifiedBudget.ts"
import type { UnverifiedOptions } from "./unverifiedOptions.ts"
import { CacheMiss, makeWithinBudget } from "./withinBudget.ts"

/** What requests are held against, besides the project. */
export interface AuthenticatorOptions extends Pick<VerifierOptions, "branch" | "clockToleranceSeconds" | "issuers"> {
  /**
   * Tell of restricted users: `status` is `restricted`, with the user and the reason, and what takes a user with an account
   * still refuses them. A session is asked for a new token before its restriction is believed, once in ten seconds; a bearer
   * that comes without a refresh token is believed until it ends. @default false: they are signed out, with the reason
   * `restricted`
   */
  readonly includeRestricted?: boolean | undefined
  /** Where the session's cookies are shared, how they are written, and whether those of older formats count. */
  readonly cookies?: CookieOptions | undefined
  /**
   * How long a good API key is believed, and so how long a revoked one still works. One that is not good is remembered for
   * a minute. @default "1 minute"
   */
  readonly apiKeysFor?: Duration.Input | undefined
  /**
   * Other origins whose pages may send requests that change something with the session's cookies, as
   * `https://admin.example.com`; behind a proxy that changes `Host`, this site's own too. @default none
   */
  readonly trustedOrigins?: ReadonlyArray<string> | undefined
  /** What API keys and refresh tokens that nobody has verified may cost. */
  readonly unverified?: UnverifiedOptions | undefined
}

/**
 * Somebody waits for an answer meanwhile: three attempts, waits of 0.2 and 0.4 s, no attempt longer than 5 s. A
 * `RetryPolicy` in reach takes its place.
 */
export const retryPolicy: Policy = makeRetryPolicy({
  attempts: 3,
  base: "200 millis",
  perAttempt: "5 seconds",
  longestRetryAfter: "1 second"
})

/** Tells who sends a request. */
export class Authenticator extends Context.Service<Authenticator, {
  /** Never fails: what cannot be told now is `unavailable`, and what is not believed `signed-out` with a reason. */
  readonly authenticate: (request: RequestLike) => Effect.Effect<Authentication>
}>()("latchkey/Authenticator") {
  /** Checking API keys takes the project's secret server key; all else does without. */
  static readonly layer = (
    options: AuthenticatorOptions = {}
  ): Layer.Layer<Authenticator, never, Project | Transport> => Layer.effect(Authenticator, make(options))
}

/** Who a request's cookies say that sends it. Never fails. */
export type AuthenticateByCookies = (request: RequestLike) => Effect.Effect<Authentication>

/** What cookies other than the platform's own are looked into with. */
export interface AuthenticatorParts {
  readonly verify: VerifyAccessToken
  /** For requests to the platform, while somebody waits. */
  readonly policy: Policy
}

/** `byCookies`: who the session's cookies say that sends a request, if that is not in the platform's own. */
export const make = (
  options: AuthenticatorOptions,
  byCookies?: (parts: AuthenticatorParts) => AuthenticateByCookies
): Effect.Effect<Authenticator["Service"], never, Project | Transport | Scope.Scope> =>
  Effect.gen(function*() {
    const project = yield* Project
    const transport = yield* Transport
    const clock = yield* Clock.Clock
    const scope = yield* Effect.scope
    // the policy that was given, be it the defaults; a reference without one would give those as well
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
    const ofApiKey = yield* makeApiKeys({
      ...common,
      believedFor: options.apiKeysFor ?? "1 minute",
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
      if (Result.isFailure(resolved)) return Effect.succeed(unavailable(resolved.failure))
      if (cookieProblem !== undefined) return Effect.succeed(wrongCookies(cookieProblem))
      const shown = credentialsIn(request.headers)
      switch (shown._tag) {
        case "None":
          return isCrossSite(request, trustedOrigins)
            ? Effect.succeed(signedOut("cross-site"))
            : shown.authorization
            ? Effect.map(ofCookies(request), withUnknownAuthorization)
            : ofCookies(request)
        case "Malformed":
          return Effect.succeed(signedOut("malformed-credentials"))
        case "ApiKey":
          return ofApiKey(shown.apiKey, request)
        case "Session":
          return ofSession({ tokens: shown.tokens, renewed: () => [], request })
      }
    }

    return Authenticator.of({
      authenticate: (request) =>
        observed(Effect.suspend(() => whoSends(request))).pipe(
          Effect.tap(({ status }) => Effect.annotateCurrentSpan("authentication.status", status)),
          Effect.withSpan("Authenticator.authenticate", {}, { captureStackTrace: false })
        )
    })
  })

/** Reports the outcome to the observer of the program, if there is one. */
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
      next: "Pass the request itself, or { headers } with what the framework gives."
    })
  )

const wrongCookies = ({ next, problem, setting }: Exclude<ReturnType<typeof problemOfCookies>, undefined>) =>
  unavailable(new VerifierMisconfigured(`cookies.${setting}`, problem, next))

const noOrigin = (text: string) =>
  unavailable(
    new VerifierMisconfigured(
      "trustedOrigins",
      `has ${text}, which is no origin`,
      "Write each as https://admin.example.com, without a path."
    )
  )
