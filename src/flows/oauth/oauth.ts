/** Sign-in with external providers and linking their accounts, through redirects. docs/protocol.md §11. */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { bindToUser } from "../../../layers/access/index.ts"
import { Browser, Navigation, ScopesOnSignIn } from "../../../layers/browser/index.ts"
import {
  Digest,
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
  returningTo,
  trustedRedirect
} from "../redirects/index.ts"
import * as connectedAccounts from "./connectedAccounts.ts"
import * as oauthTransaction from "./oauthTransaction.ts"

/** Provider and scopes. */
export interface ProviderChoice {
  /** Id of the provider in the project, such as `google`. */
  readonly provider: string
  /** Scopes in addition to those that the project configures and those of `ScopesOnSignIn`. */
  readonly scopes?: ReadonlyArray<string> | undefined
}

/** Provider, scopes, and where to continue after the redirects. */
export interface ProviderRedirect extends ProviderChoice {
  /**
   * Page to continue on: a path of the site, or a URL on the site or on one of the `trustedOrigins`.
   *
   * @default After a sign-in: `after_auth_return_to` of this page, or else the page after signing in or up. After
   *   linking: this page.
   */
  readonly returnTo?: string | undefined
}

/**
 * Redirects to a provider's sign-in page. The provider redirects back to the `oauthCallback` page, where `callback`
 * continues. Errors at the provider are redirected to the `error` page, where `failure` reads them. Creates an account
 * if there is none, so this is also the sign-up. If an anonymous user is signed in, that user becomes the account.
 *
 * Returns after 2 seconds, by which time the page is normally unloaded. Fails before the redirect with
 * `OAuthNotPossible`, with `InvalidInput` for an invalid provider, `RedirectNotTrusted` for an untrusted `returnTo`,
 * and with the platform's errors, such as `OAuthProviderNotFoundOrNotEnabled`. The 2025 platforms report no errors in
 * advance: the browser is redirected to the platform, which shows them.
 *
 * In a native app (`layerDeepLink` from `latchkey/native`), returns when the browser session has ended with a link of the
 * app: `callback` then completes the sign-in. Fails with `OAuthProviderAccessDenied` if the user closed the session.
 */
export const signIn = Effect.fn("oauth.signIn")(function*(choice: ProviderRedirect) {
  const { returnTo } = choice
  if (returnTo !== undefined) yield* trustedRedirect(returnTo)
  // only an anonymous user is relevant, and only while the session is valid
  const tokens = yield* (yield* Session).tokensIfAny
  yield* returningTo(leaveFor("authenticate", choice, Option.getOrUndefined(tokens)?.accessToken), returnTo)
})

/**
 * Redirects to a provider to link an account to the signed-in user, or to extend the scopes of a linked account. The
 * browser returns to this page through `callback`. Fails like `signIn`, and with `UserAuthenticationRequired` if no
 * user is signed in.
 */
export const link = Effect.fn("oauth.link")(function*(choice: ProviderRedirect) {
  const next = choice.returnTo === undefined ? undefined : yield* trustedRedirect(choice.returnTo)
  const token = yield* currentToken
  if (token === undefined) return yield* new UserAuthenticationRequired()
  yield* leaveFor("link", choice, token, next)
}, bindToUser)

/**
 * Returns an access token of the provider for the signed-in user, like `connectedAccounts.accessToken`. If there is no
 * token with these scopes, redirects to link the account with them. The browser returns to this page, where the next
 * call returns the token. `None` is returned 2 seconds after the redirect, by which time the page is normally unloaded.
 */
export const accessTokenOrLink = Effect.fn("oauth.accessTokenOrLink")(function*(choice: ProviderRedirect) {
  const token = yield* connectedAccounts.accessToken(choice)
  if (Option.isNone(token)) yield* link(choice)
  return token
}, bindToUser)

/** Access token, or `undefined` if the session has ended. */
const currentToken = Effect.flatMap(Session, ({ tokens }) => tokens()).pipe(
  Effect.map((tokens) => Option.isSome(tokens) ? tokens.value.accessToken : undefined),
  Effect.catchReason("CallError", "RefreshTokenNotFoundOrExpired", () => Effect.succeed(undefined))
)

const leaveFor = (
  type: "authenticate" | "link",
  { provider, scopes = [] }: ProviderChoice,
  token: Redacted.Redacted | undefined,
  linkedPage?: string
) =>
  Effect.gen(function*() {
    const project = yield* Project
    const { browser, page, redirectUri } = yield* surroundings
    const errorUrl = yield* absoluteUrl("error")
    const digest = yield* Digest
    // browsers provide digests on secure pages only
    if ((digest.sha256 ?? globalThis.crypto?.subtle) === undefined && page.protocol === "http:") {
      return yield* new OAuthNotPossible({ reason: "InsecureContext" })
    }
    const wanted = scopesOf([...scopes, ...(yield* ScopesOnSignIn)[provider] ?? []])
    // PKCE, so that only this browser can redeem the code: RFC 7636, docs/protocol.md §11.2
    const { codeChallenge, state, verifier } = yield* Effect.tryPromise({
      try: async () => {
        const [state, verifier] = [randomSecret(digest), randomSecret(digest)]
        return { state, verifier, codeChallenge: await sha256Base64Url(verifier, digest) }
      },
      catch: (reason) => new CallError({ endpoint: OAuth.authorize.spec.name, reason: reason as InvalidConfiguration })
    })
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
      afterCallbackRedirectUrl: type === "link"
        ? (linkedPage === undefined ? page : new URL(linkedPage, page)).href
        : undefined
    }
    const authorize = encode(OAuth.authorize.spec, request)
    if (Result.isFailure(authorize)) {
      return yield* new CallError({ endpoint: OAuth.authorize.spec.name, reason: authorize.failure })
    }
    if (!oauthTransaction.keepVerifier(browser, page, state, verifier)) {
      return yield* new OAuthNotPossible({ reason: "CookiesBlocked" })
    }
    const forget = Effect.sync(() => oauthTransaction.takeVerifier(browser, page, state))
    const location = yield* Effect.onError(locationFor(request), () => forget)
    yield* browser.leave(location ?? project.apiUrl + authorize.success.path, forget)
  })

/**
 * Fetches the provider's URL from the platform, so that the platform's errors are received on this page. Returns
 * `undefined` for platforms that only support opening the URL. docs/protocol.md §11.1.
 */
const locationFor = (request: Parameters<typeof OAuth.authorize>[0]) =>
  challenged(
    "oauth_authenticate",
    (challenge) => OAuth.authorize({ ...request, ...challenge, stackResponseMode: "json" })
  ).pipe(
    // never navigate to a `javascript:` URL
    Effect.map(({ location = "" }) => /^https?:/i.test(location) ? location : undefined),
    Effect.catchReasons("CallError", {
      SchemaError: () => Effect.succeed(undefined),
      RedirectRefused: () => Effect.succeed(undefined)
    })
  )

/** Joins the scopes without duplicates, in their original order. */
const scopesOf = (scopes: ReadonlyArray<string>): string =>
  [...new Set(scopes.flatMap((each) => String(each).split(/\s+/)))].filter((each) => each !== "").join(" ")

/** The redirect URI must be identical in the authorization and in the exchange. */
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

/** Query parameters of a callback. */
const carriers = ["code", "state"]

/**
 * Completes, on the `oauthCallback` page, the flow that `signIn` or `link` started: fetches and stores the session,
 * then replaces this page with the one where `link` was called, or otherwise with `redirectTo.afterSignUp` or
 * `afterSignIn`.
 *
 * Returns `null` if the page was not opened by a provider's redirect, and if the attempt is unknown to this browser,
 * older than an hour or already completed. Code and state are removed from the address bar before any waiting.
 * Concurrent callers share one exchange, which continues if the first caller is interrupted. If the redirect contained
 * an error, repeated calls on the page fail with the same error.
 *
 * Fails with `OAuthCallbackFailed`, and with known errors in the redirect or in the platform's response. Fails with
 * `RedirectNotTrusted` if the next page is on an untrusted origin; the user is signed in nevertheless. Fails with
 * `MultiFactorAuthenticationRequired` after redirecting to the `mfa` page, where `MfaAttempt` has the attempt code.
 */
export const callback = Effect.fn("oauth.callback")(function*() {
  const session = yield* Session
  // once the code is taken, it must be exchanged even if the caller is interrupted
  const underWay = yield* Effect.uninterruptible(
    arrive.pipe(
      Effect.tapError((error) => remember(session, error)),
      Effect.flatMap((arrival) => arrival === undefined ? earlierArrival(session) : exchangeOnce(session, arrival))
    )
  )
  if (underWay === undefined) {
    yield* log.warnThrottled(
      "oauth.callback",
      "The page was not opened by a provider's redirect, or this browser does not know the attempt."
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

/** Redirects once for all callers of an exchange. */
const once = <R>(exchange: Exchange, redirect: Effect.Effect<void, never, R>) =>
  Effect.suspend(() => {
    if (exchange.redirected) return Effect.void
    exchange.redirected = true
    return redirect
  })

/**
 * Returns the error in the query of the `error` page: a known error, or `OAuthCallbackFailed` for any other error.
 * Returns `null` if the query has no error. The error's `message` is our own. Texts from the URL are in `platformText`
 * and `developerMessage`.
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

/**
 * Takes the attempt from the address bar and the cookie. Runs synchronously, so that two callers can't take the same
 * attempt.
 */
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
  if (problem !== undefined) {
    return yield* new OAuthCallbackFailed({ reason: "InvalidCallback", developerMessage: problem })
  }
  return { code: Redacted.make(codes![0]!), verifier: Redacted.make(verifier), redirectUri }
})

const clear = (browser: Browser, page: URL, names: ReadonlyArray<string>): void => {
  const url = new URL(page)
  for (const name of names) url.searchParams.delete(name)
  browser.rewrite(url.href)
}

/** Exchange in progress. */
interface Exchange {
  readonly result: Deferred.Deferred<
    Effect.Success<ReturnType<typeof exchange>>,
    Effect.Error<ReturnType<typeof exchange>>
  >
  redirected: boolean
}

const exchanges = new WeakMap<Session["Service"], Exchange>()

/** Errors from redirects, with the URL from which they were removed. */
const refusals = new WeakMap<
  Session["Service"],
  { readonly href: string | undefined; readonly error: RedirectedError }
>()

const remember = (session: Session["Service"], error: RedirectedError) =>
  Navigation.useSync(({ here }) => refusals.set(session, { href: here()?.href, error }))

/** Returns the result that an earlier caller found in the URL of this page. */
const earlierArrival = (session: Session["Service"]) =>
  Navigation.use(({ here }) => {
    const refusal = refusals.get(session)
    return refusal !== undefined && refusal.href === here()?.href
      ? Effect.fail(refusal.error)
      : Effect.succeed(exchanges.get(session))
  })

/**
 * Runs an exchange once, independently of its callers, because React's StrictMode runs an effect, interrupts it and
 * runs it again.
 */
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
    // computed now, because the first caller may navigate before the others continue
    const href = back === "" ? redirectTo.hrefOf(isNewUser ? "afterSignUp" : "afterSignIn") : trustedRedirect(back)
    return {
      isNewUser,
      restrictedReason,
      href: yield* Effect.result(restrictedReason === null ? href : Effect.flatMap(href, onboardingHref))
    }
  }).pipe(
    rememberMfaAttempt,
    Effect.catchReasons("CallError", {
      HttpFailure: ({ text }) =>
        Effect.fail(new OAuthCallbackFailed({ reason: "PlatformRefused", developerMessage: text })),
      UnexpectedKnownError: (reason, error) =>
        Effect.fail(
          reason.code === "INVALID_TOTP_CODE"
            ? new OAuthCallbackFailed({ reason: "InvalidTotpCode", developerMessage: reason.text })
            : error
        )
    })
  )
