/**
 * Who sends a request. A good access token is enough, and is verified here; a session that needs a new one is refreshed
 * once for all its requests; API keys are checked on the platform and the verdict kept for a minute. What nobody has
 * verified is asked about within a budget, and at a gate of its own: docs/laws.md S1, S2.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { decodeJwt } from "jose/jwt/decode"
import { layerServer } from "../../layers/access/access.ts"
import { makeCaller } from "../../layers/call/call.ts"
import { Project, publicClient } from "../../layers/call/Project.ts"
import { partitionOf, refreshes } from "../../layers/call/rateLimitGate.ts"
import { defaults as retryDefaults, type Policy, RetryPolicy } from "../../layers/call/RetryPolicy.ts"
import { Transport } from "../../layers/call/Transport.ts"
import { type CookieOptions, problemOfCookies } from "../../layers/session/cookies.ts"
import { refreshThresholdMillis } from "../../layers/session/Session.ts"
import type { StoredTokens } from "../../layers/session/TokenStore.ts"
import * as OAuth from "../../schemas/endpoints/oauth.ts"
import * as TeamApiKeys from "../../schemas/endpoints/teamApiKeys.ts"
import * as UserApiKeys from "../../schemas/endpoints/userApiKeys.ts"
import type { TeamApiKey, UserApiKey } from "../../schemas/entities/ApiKey.ts"
import { anyClientCall } from "../../schemas/errors/anyCall.ts"
import { ApiKeyNotValid } from "../../schemas/errors/apiKeys.ts"
import { CallError, InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import { RefreshTokenError } from "../../schemas/errors/session.ts"
import { catchFamily } from "../../schemas/KnownError.ts"
import { inSession, rejected, signedOut, unavailable, withUnknownAuthorization } from "./answers.ts"
import type { Authentication } from "./Authentication.ts"
import { credentialsIn, type RequestLike } from "./credentials.ts"
import { isCrossSite, originsOf } from "./crossSite.ts"
import { digest } from "./digest.ts"
import {
  type KeysUnavailable,
  type TokenFault,
  TokenRejected,
  type UnverifiedLimitReached,
  VerifierMisconfigured
} from "./errors.ts"
import type { Fetch } from "./keySet.ts"
import { Remembered } from "./Remembered.ts"
import { type ShownCookies, shownCookies } from "./shownCookies.ts"
import { singleFlight } from "./singleFlight.ts"
import { spelled } from "./TokenUser.ts"
import { UnverifiedBudget, type UnverifiedKind, type UnverifiedOptions } from "./UnverifiedBudget.ts"
import { createVerifier, type VerifiedToken, type VerifierOptions } from "./verifier.ts"

/** What requests are held against, besides the project. */
export interface AuthenticatorOptions extends Pick<VerifierOptions, "branch" | "clockToleranceSeconds" | "issuers"> {
  /** Sign restricted users in as well. @default false: they are signed out, with the reason `restricted` */
  readonly restricted?: boolean | undefined
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
export const retryPolicy: Policy = {
  ...retryDefaults,
  attempts: 3,
  base: "200 millis",
  perAttempt: "5 seconds",
  longestRetryAfter: "1 second"
}

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

/** What is remembered of sessions and of API keys. About 1 kB each. */
const mostRemembered = 10_000

/** A refresh token that the platform refused is not asked about again for so long. */
const refusedFor = 600_000

/** An API key that the platform refused is not asked about again for so long. */
const badKeyFor = 60_000

/** For how long a session or an API key counts as verified after the platform knew it. */
const verifiedFor = 86_400_000

/** How the platform is asked about credentials. */
interface Terms {
  readonly verified: boolean
  /** Whose budget it is, if they are not. */
  readonly address: string | undefined
}

/** Who a request's cookies say that sends it. Never fails. */
export type OfCookies = (request: RequestLike) => Effect.Effect<Authentication>

/** What sessions are believed with. */
export interface Believing {
  /** What an access token says, if it is to be believed. */
  readonly verified: (
    accessToken: Redacted.Redacted
  ) => Effect.Effect<VerifiedToken, TokenRejected | KeysUnavailable | VerifierMisconfigured>
  /** For requests to the platform, while somebody waits. */
  readonly policy: Policy
}

/** A session that a request shows. */
interface Shown extends ShownCookies {
  readonly request: RequestLike
}

type ApiKeyVerdict = UserApiKey | TeamApiKey | ApiKeyNotValid

const none: StoredTokens = { accessToken: undefined, refreshToken: undefined }

const renewable: ReadonlySet<TokenFault> = new Set(["expired", "malformed", "unknown-key", "signature"])

/** Whether another token of the same session may do. What is meant for somebody else stays so. */
export const isRenewable = (error: unknown): error is TokenRejected =>
  error instanceof TokenRejected && renewable.has(error.reason)

/** `cookies`: who the session's cookies say that sends a request, if that is not in the platform's own. */
export const make = (options: AuthenticatorOptions, cookies?: (believing: Believing) => OfCookies): Effect.Effect<
  Authenticator["Service"],
  never,
  Project | Transport | Scope.Scope
> =>
  Effect.gen(function*() {
    const project = yield* Project
    const transport = yield* Transport
    const clock = yield* Clock.Clock
    const scope = yield* Effect.scope
    const given = yield* RetryPolicy
    const policy = given === retryDefaults ? retryPolicy : given
    const now = () => clock.currentTimeMillisUnsafe()
    const { verify } = createVerifier({
      ...options,
      projectId: project.id,
      baseUrl: project.apiUrl.replace(/\/api\/v1$/, ""),
      anonymous: true,
      fetch: fetchOver(partitionOf(transport, { name: "keys", unverified: false }), policy),
      now
    })

    const verified: Believing["verified"] = (accessToken) =>
      Effect.tryPromise({
        try: () => verify(Redacted.value(accessToken)),
        catch: (error) => error as TokenRejected | KeysUnavailable | VerifierMisconfigured
      })

    // --- what nobody has verified ---

    const budget = new UnverifiedBudget(options.unverified ?? {}, now)

    /** Counts the request, and gives the settings that it goes by. */
    const admit = <A, E>(
      kind: UnverifiedKind,
      { address, verified }: Terms,
      ask: Effect.Effect<A, E>
    ): Effect.Effect<A, E | UnverifiedLimitReached> =>
      Effect.suspend((): Effect.Effect<A, E | UnverifiedLimitReached> => {
        if (verified) return Effect.provideService(ask, RetryPolicy, policy)
        const refused = budget.take(kind, address)
        if (refused !== undefined) return Effect.fail(refused)
        return Effect.provideService(ask, RetryPolicy, {
          ...policy,
          retryable: (setback) =>
            setback.kind !== "RateLimited" && policy.retryable(setback) && budget.take(kind, undefined) === undefined
        })
      })

    const refreshTransport = {
      verified: partitionOf(transport, refreshes),
      unverified: partitionOf(transport, { ...refreshes, unverified: true })
    }

    // --- sessions ---

    const refreshed = new Remembered<Redacted.Redacted>(mostRemembered, now)
    const verifiedSessions = new Remembered<true>(mostRemembered, now)
    /** The refresh token that the access tokens of a session vouch for: one each, or one session would vouch for any. */
    const vouched = new Remembered<string>(mostRemembered, now)

    const vouches = (session: string, key: string): boolean => {
      const before = vouched.get(session)
      if (before === undefined) vouched.set(session, key, now() + verifiedFor)
      return before === undefined || before === key
    }

    const refused = new Remembered<true>(mostRemembered, now)
    const eachAttempt = Effect.succeed({ headers: {}, secrets: [], renew: () => Effect.succeed(false) })

    /** A new access token; `undefined` when the session is over. */
    const refresh = (key: string, { refreshToken, ...terms }: Terms & { readonly refreshToken: Redacted.Redacted }) =>
      admit(
        "session",
        terms,
        makeCaller(
          project,
          terms.verified ? refreshTransport.verified : refreshTransport.unverified,
          scope,
          anyClientCall,
          eachAttempt
        ).call(OAuth.refresh.spec, {
          grantType: "refresh_token",
          refreshToken,
          clientId: project.id,
          clientSecret: project.publishableClientKey ?? publicClient
        })
      ).pipe(
        Effect.map((tokens) => (tokens as { readonly accessToken: Redacted.Redacted }).accessToken),
        Effect.flatMap((accessToken) => Effect.map(verified(accessToken), (token) => ({ accessToken, token }))),
        Effect.map((fresh) => {
          refreshed.set(key, fresh.accessToken, fresh.token.expiresAt.getTime() - refreshThresholdMillis)
          verifiedSessions.set(key, true, now() + verifiedFor)
          return fresh
        }),
        Effect.catch((error) => {
          if (!(reasonOf(error) instanceof RefreshTokenError)) return Effect.fail(error)
          refused.set(key, true, now() + refusedFor)
          return Effect.succeed(undefined)
        })
      )

    /** The token of an earlier refresh, unless it is believed no more: the platform replaces its keys now and then. */
    const believed = (key: string) =>
      Effect.gen(function*() {
        for (let known = refreshed.get(key); known !== undefined; known = refreshed.get(key)) {
          const result = yield* Effect.result(verified(known))
          if (result._tag === "Success") return { accessToken: known, token: result.success }
          if (!isRenewable(result.failure)) return yield* Effect.fail(result.failure)
          refreshed.forget(key, known)
        }
        return undefined
      })

    const freshToken = singleFlight(scope, refresh)

    /**
     * What a refresh leads to, shared by all requests of the session until the new token is about to end too. `voucher`: the
     * session that an access token of the project's names which came with it.
     */
    const renewed = (refreshToken: Redacted.Redacted, shown: Shown, voucher: string | undefined) =>
      Effect.gen(function*() {
        const key = yield* Effect.promise(() => digest(Redacted.value(refreshToken)))
        const known = refused.get(key) === true ? undefined : yield* believed(key)
        const verified = verifiedSessions.get(key) === true || (voucher !== undefined && vouches(voucher, key))
        const fresh = known !== undefined || refused.get(key) === true
          ? known
          : yield* asking(freshToken(key, { refreshToken, verified, address: budget.addressOf(shown.request) }))
        if (fresh === undefined) return signedOut("session-over")
        const tokens = { accessToken: fresh.accessToken, refreshToken }
        return inSession(fresh.token, tokens, shown.renewed(tokens, now()))
      })

    const ofSession = (shown: Shown): Effect.Effect<Authentication> =>
      Effect.gen(function*() {
        const { accessToken, refreshToken } = shown.tokens ?? none
        if (accessToken === undefined) {
          return refreshToken === undefined
            ? signedOut("no-credentials")
            : yield* renewed(refreshToken, shown, undefined)
        }
        const result = yield* Effect.result(verified(accessToken))
        if (result._tag === "Failure") {
          const error = result.failure
          if (!(error instanceof TokenRejected)) return unavailable(error)
          if (refreshToken === undefined || !isRenewable(error)) return rejected(error)
          // its signature is good, or its time would not have been looked at
          const voucher = error.reason === "expired" ? yield* sessionOf(accessToken) : undefined
          return yield* renewed(refreshToken, shown, voucher)
        }
        const token = result.success
        const stillGood = inSession(token, { accessToken, refreshToken }, [])
        if (refreshToken === undefined || token.expiresAt.getTime() - now() >= refreshThresholdMillis) return stillGood
        // it is good until it ends, whatever comes of the attempt to get another one
        const voucher = token.sessionId ?? (yield* sessionOf(accessToken))
        return yield* renewed(refreshToken, shown, voucher).pipe(Effect.orElseSucceed(() => stillGood))
      }).pipe(
        Effect.catch((error) => Effect.succeed(error instanceof TokenRejected ? rejected(error) : unavailable(error)))
      )

    // --- API keys ---

    const verdicts = new Remembered<ApiKeyVerdict>(mostRemembered, now)
    // apart, so that made-up ones push nobody out
    const badKeys = new Remembered<ApiKeyNotValid>(mostRemembered, now)
    const verifiedKeys = new Remembered<true>(mostRemembered, now)
    const keepVerdict = Duration.toMillis(options.apiKeysFor ?? "1 minute")

    const serverOver = (unverified: boolean) =>
      Effect.map(
        Effect.option(
          Effect.provideService(
            Layer.build(Layer.fresh(layerServer)),
            Transport,
            partitionOf(transport, { name: "api-key", unverified })
          )
        ),
        Option.getOrUndefined
      )
    const server = project.secretServerKey === undefined
      ? undefined
      : { verified: yield* serverOver(false), unverified: yield* serverOver(true) }

    const check = (
      key: string,
      { apiKey, ...terms }: Terms & { readonly apiKey: Redacted.Redacted }
    ): Effect.Effect<ApiKeyVerdict, CallError | InvalidConfiguration | UnverifiedLimitReached> => {
      const own = terms.verified ? server?.verified : server?.unverified
      return own === undefined
        ? Effect.fail(
          new InvalidConfiguration({
            setting: "secretServerKey",
            problem: "is missing, and checking an API key needs it",
            next: "Copy it from the project's API keys."
          })
        )
        : admit("api-key", terms, Effect.provide(UserApiKeys.check({ apiKey }), own)).pipe(
          // only a key that the platform once made gets here, and it costs a second request
          Effect.catchTag("WrongApiKeyType", () =>
            admit("api-key", terms, Effect.provide(TeamApiKeys.check({ apiKey }), own))),
          catchFamily(ApiKeyNotValid, (error) =>
            Effect.succeed<ApiKeyVerdict>(error)),
          Effect.map((verdict: ApiKeyVerdict) => {
            if (verdict instanceof ApiKeyNotValid) {
              badKeys.set(key, verdict, now() + badKeyFor)
              return verdict
            }
            verdicts.set(key, verdict, Math.min(now() + keepVerdict, verdict.expiresAt?.getTime() ?? Infinity))
            verifiedKeys.set(key, true, now() + verifiedFor)
            return verdict
          })
        )
    }

    const verdictOn = singleFlight(scope, check)

    const ofApiKey = (apiKey: Redacted.Redacted, request: RequestLike): Effect.Effect<Authentication> =>
      Effect.gen(function*() {
        const key = yield* Effect.promise(() => digest(Redacted.value(apiKey)))
        const verdict = verdicts.get(key) ?? badKeys.get(key) ?? (yield* asking(
          verdictOn(key, { apiKey, verified: verifiedKeys.get(key) === true, address: budget.addressOf(request) })
        ))
        if (verdict instanceof ApiKeyNotValid) {
          return { ...signedOut("api-key"), message: verdict.message }
        }
        const common = { by: "api-key", setCookies: [] } as const
        return verdict.type === "user"
          ? { ...common, status: "signed-in", userId: verdict.userId, apiKey: verdict } as const
          : { ...common, status: "team", teamId: verdict.teamId, apiKey: verdict } as const
      }).pipe(Effect.catch((error) => Effect.succeed(unavailable(error))))

    // --- cookies ---

    const trustedOrigins = originsOf(options.trustedOrigins ?? [])
    const misconfigured = problemOfCookies(options.cookies ?? {})
    const ofCookies = cookies?.({ verified, policy })
      ?? ((request: RequestLike) =>
        ofSession({ ...shownCookies(request, project.id, options.cookies ?? {}, now()), request }))

    return Authenticator.of({
      authenticate: (request) =>
        Effect.suspend(() => {
          if (typeof request?.headers !== "object" || request.headers === null) return Effect.succeed(noRequest())
          if ("problem" in trustedOrigins) return Effect.succeed(noOrigin(trustedOrigins.problem))
          if (budget.problem !== undefined) return Effect.succeed(unavailable(budget.problem))
          if (misconfigured !== undefined) return Effect.succeed(wrongCookies(misconfigured))
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
        }).pipe(
          Effect.tap(({ status }) => Effect.annotateCurrentSpan("authentication.status", status)),
          Effect.withSpan("Authenticator.authenticate", {}, { captureStackTrace: false })
        )
    })
  })

/** The session of an access token with a good signature. */
const sessionOf = (accessToken: Redacted.Redacted): Effect.Effect<string> =>
  Effect.promise(async () => {
    const text = Redacted.value(accessToken)
    return spelled(decodeJwt(text), "refresh_token_id", "refreshTokenId") ?? await digest(text)
  })

/** Tells the span that what was remembered did not do. */
const asking = <A, E>(platform: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.andThen(Effect.annotateCurrentSpan("cache.hit", false), platform)

const fetchOver = (transport: Transport["Service"], policy: Policy): Fetch => async (url, { signal }) => {
  const sent = transport.send({ method: "GET", url, headers: { accept: "application/json" }, body: undefined }).pipe(
    Effect.provideService(RetryPolicy, policy)
  )
  const { body, status } = await Effect.runPromise(sent, signal == null ? undefined : { signal })
  return new Response(Uint8Array.from(body), { status })
}

const reasonOf = (error: unknown): unknown => error instanceof CallError ? error.reason : error

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
