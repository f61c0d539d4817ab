/**
 * Signing in at other providers, and linking their accounts, by leaving for them and coming back. docs/protocol.md §11.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { bindToUser } from "../../../layers/access/index.ts"
import {
  Browser,
  type BrowserService,
  Navigation,
  redirectWait,
  ScopesOnSignIn
} from "../../../layers/browser/index.ts"
import {
  encode,
  launch,
  log,
  Project,
  publicClient,
  randomSecret,
  sha256Base64Url
} from "../../../layers/call/index.ts"
import { Session } from "../../../layers/session/index.ts"
import type { ClientAccess } from "../../../schemas/access.ts"
import * as OAuth from "../../../schemas/endpoints/oauth.ts"
import { CallError, type InvalidConfiguration } from "../../../schemas/errors/CallError.ts"
import { UserAuthenticationRequired } from "../../../schemas/errors/users.ts"
import { addressesOf } from "../../../schemas/hosted.ts"
import { OAuthCallbackFailed, OAuthNotPossible } from "../../errors/index.ts"
import { challenged, openSession, rememberMfaAttempt } from "../authentication/index.ts"
import {
  absoluteUrl,
  errorParameters,
  onboardingHref,
  type RedirectedError,
  redirectedError,
  redirectTo,
  trustedRedirect
} from "../redirects/index.ts"
import * as connectedAccounts from "./connectedAccounts.ts"
import * as oauthTransaction from "./oauthTransaction.ts"

/** Which provider, and what to ask it for. */
export interface ProviderChoice {
  /** The project's id of the provider, such as `google`. */
  readonly provider: string
  /** Scopes to ask for beyond those that the project configures, and those of `ScopesOnSignIn`. */
  readonly scopes?: ReadonlyArray<string> | undefined
}

/**
 * Leaves for a provider's sign-in page. People come back to the `oauthCallback` page, where `callback` goes on; what
 * goes wrong at the provider comes to the `error` page, where `failure` reads it. Makes the account when there is none,
 * so this is the sign-up too; while an anonymous user is signed in, that user becomes the account.
 *
 * Goes on after 2 seconds, when the page is normally gone. Fails before anybody leaves: with `OAuthNotPossible`, with
 * `InvalidInput` for a provider that can be none, and with what the platform refuses, such as
 * `OAuthProviderNotFoundOrNotEnabled`. Platforms of 2025 do not tell in advance: there people leave for the platform,
 * which shows what it refuses.
 */
export const signIn = Effect.fn("oauth.signIn")(function*(choice: ProviderChoice) {
  // only an anonymous user matters here, and only while the session works
  const tokens = yield* (yield* Session).tokensIfAny
  yield* leaveFor("authenticate", choice, Option.getOrUndefined(tokens)?.accessToken)
})

/**
 * Leaves for a provider to link an account there to the signed-in user, or to widen the scopes of one that is linked.
 * People come back to this page by way of `callback`. Fails as `signIn` does, and with `UserAuthenticationRequired`
 * when nobody is signed in.
 */
export const link = Effect.fn("oauth.link")(function*(choice: ProviderChoice) {
  const token = yield* currentToken
  if (token === undefined) return yield* new UserAuthenticationRequired()
  yield* leaveFor("link", choice, token)
}, bindToUser)

/**
 * An access token of the provider for the signed-in user, as `connectedAccounts.accessToken` gets it. When there is none
 * with these scopes, the person leaves to link the account with them, and comes back to this page, where the next call
 * has the token. `None` comes 2 seconds after leaving, when the page is normally gone.
 */
export const accessTokenOrLink = Effect.fn("oauth.accessTokenOrLink")(function*(choice: ProviderChoice) {
  const token = yield* connectedAccounts.accessToken(choice)
  if (Option.isNone(token)) yield* link(choice)
  return token
}, bindToUser)

/** A session that turns out to be over is nobody's. */
const currentToken = Effect.flatMap(Session, ({ tokens }) => tokens()).pipe(
  Effect.map((tokens) => Option.isSome(tokens) ? tokens.value.accessToken : undefined),
  Effect.catchReason("CallError", "RefreshTokenNotFoundOrExpired", () => Effect.succeed(undefined))
)

const leaveFor = (
  type: "authenticate" | "link",
  { provider, scopes = [] }: ProviderChoice,
  token: Redacted.Redacted | undefined
) =>
  Effect.gen(function*() {
    const project = yield* Project
    const { browser, page, redirectUri } = yield* surroundings
    const errorUrl = yield* absoluteUrl("error")
    // browsers have it on secure pages alone
    if (globalThis.crypto?.subtle === undefined && page.protocol === "http:") {
      return yield* new OAuthNotPossible({ reason: "InsecureContext" })
    }
    const wanted = scopesOf([...scopes, ...(yield* ScopesOnSignIn)[provider] ?? []])
    // proof that who fetches the session is who asked for it: RFC 7636, docs/protocol.md §11.2
    const { codeChallenge, state, verifier } = yield* secrets
    const request = {
      providerId: typeof provider === "string" ? provider.toLowerCase() : provider,
      clientId: project.id,
      clientSecret: project.publishableClientKey ?? publicClient,
      redirectUri,
      scope: "legacy",
      state,
      codeChallenge,
      type,
      token,
      errorRedirectUrl: errorUrl,
      providerScope: wanted === "" ? undefined : wanted,
      afterCallbackRedirectUrl: type === "link" ? page.href : undefined
    }
    const authorize = encode(OAuth.authorize.spec, request)
    if (Result.isFailure(authorize)) {
      return yield* new CallError({ endpoint: OAuth.authorize.spec.name, reason: authorize.failure })
    }
    if (!oauthTransaction.keepVerifier(browser, page, state, verifier)) {
      return yield* new OAuthNotPossible({ reason: "CookiesBlocked" })
    }
    const told = yield* locationFor(request).pipe(
      Effect.onError(() => Effect.sync(() => oauthTransaction.takeVerifier(browser, page, state)))
    )
    yield* browser.leave(told ?? project.apiUrl + authorize.success.path)
    yield* Effect.sleep(redirectWait)
  })

/** A state, and a verifier with its challenge. Fails where the runtime lacks the cryptography for them. */
const secrets = Effect.tryPromise({
  try: async () => {
    const [state, verifier] = [randomSecret(), randomSecret()]
    return { state, verifier, codeChallenge: await sha256Base64Url(verifier) }
  },
  catch: (reason) => new CallError({ endpoint: OAuth.authorize.spec.name, reason: reason as InvalidConfiguration })
})

/**
 * Where the platform sends people with this request: asked on the page, so that it hears what is refused. `undefined`
 * for platforms that know only to be opened. docs/protocol.md §11.1.
 */
const locationFor = (request: Parameters<typeof OAuth.authorize>[0]) =>
  challenged(
    "oauth_authenticate",
    (answered) => OAuth.authorize({ ...request, ...answered, stackResponseMode: "json" })
  ).pipe(
    // nobody is sent into a script, whoever answered
    Effect.map(({ location = "" }) => /^https?:/i.test(location) ? location : undefined),
    Effect.catchReasons("CallError", {
      SchemaError: () => Effect.succeed(undefined),
      RedirectRefused: () => Effect.succeed(undefined)
    })
  )

/** Each scope once, in the order it was first asked for. */
const scopesOf = (scopes: ReadonlyArray<string>): string =>
  [...new Set(scopes.flatMap((each) => String(each).split(/\s+/)))].filter((each) => each !== "").join(" ")

/** Where people come back to is the same to the letter on both ways. */
const surroundings = Effect.gen(function*() {
  const browser = yield* Browser
  const page = (yield* Navigation).here()
  const callback = yield* absoluteUrl("oauthCallback")
  if (browser === undefined || page === undefined || callback === undefined) {
    return yield* new OAuthNotPossible({ reason: "NoBrowser" })
  }
  const url = new URL(callback)
  for (const name of carriers) url.searchParams.delete(name)
  return { browser, page, redirectUri: url.href }
})

/** What brings a sign-in back. */
const carriers = ["code", "state"]

/**
 * Finishes on the `oauthCallback` page what `signIn` or `link` began: fetches the session, keeps it, and goes on in
 * place of this page: back to where `link` was called, otherwise to `redirectTo.afterSignUp` or `afterSignIn`.
 *
 * Answers `null` on a page that nobody came back to from a provider, and when the attempt is unknown to this browser,
 * older than an hour or finished already. Code and state are gone from the address bar before anything is waited for;
 * callers who come while a session is being fetched share it, and it is fetched although the first one leaves. Where the
 * person came back with an error, whoever calls on that page again is told it again.
 *
 * Fails with `OAuthCallbackFailed`; with the known error that the platform sent along or answered with;
 * with `RedirectNotTrusted` when it would lead away from the site, signed in all the same; and with
 * `MultiFactorAuthenticationRequired` after it went to the `mfa` page, where `MfaAttempt` has the attempt code.
 */
export const callback = Effect.fn("oauth.callback")(function*() {
  const session = yield* Session
  // what has been taken is exchanged, whoever leaves
  const underWay = yield* Effect.uninterruptible(
    arrive.pipe(
      Effect.tapError((error) => remember(session, error)),
      Effect.flatMap((arrival) => arrival === undefined ? alreadyCame(session) : exchangeOnce(session, arrival))
    )
  )
  if (underWay === undefined) {
    yield* log.warnThrottled(
      "oauth.callback",
      "Nobody came back from a provider to this page, or from an attempt that this browser knows nothing of."
    )
    return null
  }
  const { href, isNewUser, restrictedReason } = yield* Effect.catchTag(
    Deferred.await(underWay.result),
    "MultiFactorAuthenticationRequired",
    (error) => Effect.andThen(once(underWay, redirectTo.mfa({ replace: true })), Effect.fail(error))
  )
  const next = yield* Effect.fromResult(href)
  yield* once(underWay, Navigation.use(({ go }) => go(next, { replace: true })))
  return { isNewUser, restrictedReason }
})

/** Whoever shares an exchange is on the same page, and that goes to one place. */
const once = <R>(exchange: Exchange, redirect: Effect.Effect<void, never, R>) =>
  Effect.suspend(() => {
    if (exchange.redirected) return Effect.void
    exchange.redirected = true
    return redirect
  })

/**
 * What the `error` page was told went wrong: a known error, or `OAuthCallbackFailed` for any other; `null` when it was
 * told nothing. Its `message` is ours. What others wrote into the address is in `platformText` and `said`.
 */
export const failure = Effect.fn("oauth.failure")(function*() {
  const page = (yield* Navigation).here()
  return page === undefined ? null : redirectedError(page) ?? null
})

interface Arrival {
  readonly code: Redacted.Redacted
  readonly verifier: Redacted.Redacted
  readonly redirectUri: string
}

/** Takes the attempt out of the address bar and the cookie. Waits for nothing, so that no two callers get one. */
const arrive: Effect.Effect<Arrival | undefined, RedirectedError, Project> = Effect.gen(function*() {
  const project = yield* Project
  const found = yield* Effect.option(surroundings)
  if (Option.isNone(found)) return undefined
  const { browser, page, redirectUri } = found.value
  const [codes, states, issuers] = ["code", "state", "iss"].map((name) => page.searchParams.getAll(name))
  const takeAll = () => states!.flatMap((state) => oauthTransaction.takeVerifier(browser, page, state) ?? [])
  const error = redirectedError(page)
  if (error !== undefined) {
    takeAll()
    clear(browser, page, [...carriers, ...errorParameters])
    return yield* Effect.fail(error)
  }
  if (codes!.length === 0 || states!.length === 0) return undefined
  const [verifier] = takeAll()
  if (verifier === undefined) return undefined
  clear(browser, page, carriers)
  const known = addressesOf(project.apiUrl.replace(/\/api\/v1$/, ""))
  const problem = codes!.length > 1 || codes![0] === ""
    ? "Expected one code."
    : states!.length > 1
    ? "Expected one state."
    : issuers!.some((each) => !known.includes(each))
    ? "The issuer is not the platform."
    : undefined
  if (problem !== undefined) return yield* new OAuthCallbackFailed({ reason: "InvalidAnswer", said: problem })
  return { code: Redacted.make(codes![0]!), verifier: Redacted.make(verifier), redirectUri }
})

const clear = (browser: BrowserService, page: URL, names: ReadonlyArray<string>): void => {
  const url = new URL(page)
  for (const name of names) url.searchParams.delete(name)
  browser.rewrite(url.href)
}

/** A session being fetched. */
interface Exchange {
  readonly result: Deferred.Deferred<
    Effect.Success<ReturnType<typeof exchange>>,
    Effect.Error<ReturnType<typeof exchange>>
  >
  redirected: boolean
}

const exchanges = new WeakMap<Session["Service"], Exchange>()

/** What people came back with instead of a code, by the address that no longer says it. */
const refusals = new WeakMap<
  Session["Service"],
  { readonly href: string | undefined; readonly error: RedirectedError }
>()

const remember = (session: Session["Service"], error: RedirectedError) =>
  Navigation.useSync(({ here }) => refusals.set(session, { href: here()?.href, error }))

/** What an earlier caller on this page found in its address. */
const alreadyCame = (session: Session["Service"]) =>
  Navigation.use(({ here }) => {
    const refusal = refusals.get(session)
    return refusal !== undefined && refusal.href === here()?.href
      ? Effect.fail(refusal.error)
      : Effect.succeed(exchanges.get(session))
  })

/** Runs apart from its callers: React's StrictMode calls, leaves, and calls again. */
const exchangeOnce = (
  session: Session["Service"],
  arrival: Arrival
): Effect.Effect<Exchange, never, Project | ClientAccess> =>
  Effect.gen(function*() {
    const underWay: Exchange = { result: Deferred.makeUnsafe(), redirected: false }
    exchanges.set(session, underWay)
    yield* launch(exchange(session, arrival), undefined, underWay.result, () => {
      if (exchanges.get(session) === underWay) exchanges.delete(session)
    })
    return underWay
  })

const exchange = (session: Session["Service"], { code, redirectUri, verifier }: Arrival) =>
  Effect.gen(function*() {
    const project = yield* Project
    const tokens = yield* openSession(OAuth.exchangeCode({
      code,
      redirectUri,
      codeVerifier: verifier,
      clientId: project.id,
      clientSecret: project.publishableClientKey ?? publicClient
    })).pipe(Effect.provideService(Session, session))
    const { isNewUser, restrictedReason } = tokens
    const back = tokens.afterCallbackRedirectUrl ?? tokens.afterCallbackRedirect ?? ""
    // now, for the first caller may have gone on before the others come to it
    const href = back === "" ? redirectTo.hrefOf(isNewUser ? "afterSignUp" : "afterSignIn") : trustedRedirect(back)
    return {
      isNewUser,
      restrictedReason,
      href: yield* Effect.result(restrictedReason === null ? href : Effect.flatMap(href, onboardingHref))
    }
  }).pipe(
    rememberMfaAttempt,
    Effect.catchReasons("CallError", {
      HttpFailure: ({ text }) => Effect.fail(new OAuthCallbackFailed({ reason: "PlatformRefused", said: text })),
      UnexpectedKnownError: (reason, error) =>
        Effect.fail(
          reason.code === "INVALID_TOTP_CODE"
            ? new OAuthCallbackFailed({ reason: "InvalidTotpCode", said: reason.text })
            : error
        )
    })
  )
