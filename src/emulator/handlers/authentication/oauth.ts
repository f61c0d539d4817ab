/** Sign-in with external providers, and the platform as an OAuth server. docs/protocol.md §10, §11. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { sha256Base64Url } from "../../../../layers/call/index.ts"
import { parseUrl } from "../../../../schemas/address.ts"
import { detailsOf } from "../../../../schemas/compiled/schemasOf.ts"
import { writeDetails } from "../../../../schemas/compiled/writeDetails.ts"
import * as OAuth from "../../../../schemas/endpoints/oauth.ts"
import { RedirectUrlNotWhitelisted } from "../../../../schemas/errors/authConfiguration.ts"
import {
  AppleBundleIdNotConfigured,
  InvalidAppleCredentials,
  InvalidAuthorizationCode,
  InvalidOAuthClientIdOrSecret,
  InvalidScope,
  OAuthExtraScopeNotAvailableWithSharedOAuthKeys,
  OAuthProviderNotFoundOrNotEnabled,
  OuterOAuthTimeout
} from "../../../../schemas/errors/oauth.ts"
import {
  InvalidPublishableClientKey,
  PublishableClientKeyRequiredForProject
} from "../../../../schemas/errors/projectAuthentication.ts"
import { UnparsableAccessToken } from "../../../../schemas/errors/session.ts"
import { UserAuthenticationRequired } from "../../../../schemas/errors/users.ts"
import { KnownError, type KnownErrorClass } from "../../../../schemas/KnownError.ts"
import {
  botChallenge,
  checkClientSecret,
  contactChannels,
  expiredError,
  isTrusted,
  oauthAccounts,
  trusted,
  verify
} from "../../model/index.ts"
import {
  accounts,
  connectedAccounts,
  identityProviders,
  oauthFlows as flows,
  oauthRequests,
  oauthSignIn,
  oidc,
  projectOf,
  signUpRules
} from "../../oauth/index.ts"
import { type ApiRequest, handle, inProject, schemaError, signedIn } from "../../request/index.ts"
import {
  type Assessment,
  type AuthorizationCode,
  bodyOf,
  fieldsOf,
  hasPlatformHeader,
  type OAuthFlow,
  type Platform,
  platformHeader,
  type Project,
  type ProviderAccount,
  Refusal,
  Reply,
  type User
} from "../../state/index.ts"
import { refreshed } from "./sessions.ts"

/** Returns the project of a token request's client. */
const clientOf = ({ platform }: ApiRequest, clientId: string, secret: Redacted.Redacted) =>
  Effect.gen(function*() {
    const project = projectOf(platform, clientId)
    const key = project === undefined ? "wrong" : checkClientSecret(platform, project, Redacted.value(secret))
    if (project === undefined || key === "wrong" || key === "missing") {
      return yield* Effect.fail(new InvalidOAuthClientIdOrSecret({ clientId: null }))
    }
    return key === "required"
      ? yield* Effect.fail(new PublishableClientKeyRequiredForProject({ projectId: project.id }))
      : project
  })

/**
 * Whether a token request has a scope other than `legacy`, the only existing scope. The platform's clients send no
 * scope.
 */
const hasUnknownScope = ({ incoming }: ApiRequest) =>
  Effect.map(Effect.orDie(bodyOf(incoming)), (body) => {
    const { scope = "legacy" } = body as { readonly scope?: unknown }
    return scope !== "legacy"
  })

const providerOf = (project: Project, providerId: string) => {
  const provider = oauthAccounts.configOf(project, providerId)
  return provider === undefined
    ? Effect.fail(new OAuthProviderNotFoundOrNotEnabled())
    : Effect.succeed(provider)
}

/** Returns the user of the access token that is sent with an authorization request. */
const tokenUser = (platform: Platform, project: Project, token: Redacted.Redacted) =>
  Effect.gen(function*() {
    const { projectId, userId } = yield* verify(platform, Redacted.value(token)).pipe(
      Effect.catchTags({
        Unreadable: () => Effect.fail(new UnparsableAccessToken()),
        Expired: (error) => Effect.fail(expiredError(platform, error))
      })
    )
    return projectId === project.id ? userId : yield* Refusal.fail(403, "The token belongs to another project")
  })

/**
 * Checks the URL of the page to open after the callback. Some revisions check it before they redirect to the provider.
 */
const checkReturnPage = ({ spec }: ApiRequest, project: Project, page: string | undefined) =>
  page === undefined
    ? Effect.void
    : parseUrl(page) !== undefined
    ? trusted(project, page)
    : Effect.fail(schemaError(spec, [{ path: "query.after_callback_redirect_url", problem: "expected a URL" }]))

const cookieOf = (innerState: string): string => `stack-oauth-inner-${innerState}`

/** Whether a browser discards `Secure` cookies of `http://localhost`, unlike Chromium and Firefox. */
const isWebKit = (agent: string): boolean => agent.includes("AppleWebKit/") && !/Chrom(?:e|ium)\//.test(agent)

/** Builds the cookie of a flow. As on the platform, it is `Secure` over plain HTTP too, except in WebKit. */
const cookie = ({ incoming, platform }: ApiRequest, flow: OAuthFlow): string => {
  const isKept = platform.baseUrl.startsWith("https:") || !isWebKit(incoming.header("user-agent") ?? "")
  const secure = isKept ? " Secure;" : ""
  const expires = new Date(flow.expiresAt).toUTCString()
  return `${cookieOf(flow.innerState)}=true; Path=/; Expires=${expires}; Max-Age=600;${secure} HttpOnly`
}

const deleted = (innerState: string): string =>
  `${cookieOf(innerState)}=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT`

const hasCookie = ({ incoming }: ApiRequest, innerState: string): boolean =>
  (incoming.header("cookie") ?? "").split(/;\s*/).includes(`${cookieOf(innerState)}=true`)

/** Redirects with the error to the first of the app's pages that the project trusts. docs/protocol.md §11.5. */
const toErrorPage = <E>(request: ApiRequest, project: Project, flow: OAuthFlow, error: E): Effect.Effect<Reply, E> => {
  const goesBack = request.platform.rules.callbackErrors === "redirectUri"
  const pages = goesBack ? [flow.redirectUri, flow.errorUrl] : [flow.errorUrl]
  const page = pages.find((page) => page !== undefined && isTrusted(project, page))
  if (!(error instanceof KnownError) || page === undefined) return Effect.fail(error)
  const details = writeDetails(error, detailsOf(error.constructor as unknown as KnownErrorClass))
  const url = new URL(page)
  if (goesBack) {
    url.searchParams.set("error", "server_error")
    url.searchParams.set("error_description", error.message)
  }
  url.searchParams.set("errorCode", error.code)
  url.searchParams.set("message", error.message)
  url.searchParams.set("details", JSON.stringify(details ?? {}))
  request.responseHeaders["location"] = url.href
  return Effect.succeed(new Reply(307))
}

/** Applies the sign-up rules to a new user from a provider. */
const admitted = (
  request: ApiRequest,
  project: Project,
  providerId: string,
  { email }: ProviderAccount,
  assessment: Assessment
) =>
  signUpRules.admit(request.platform, project, {
    email: email === null ? null : contactChannels.normalized(email),
    authMethod: "oauth",
    oauthProvider: providerId,
    countryCode: accounts.countryOf(request),
    assessment
  })

/** Applies the bot challenge's result and then the sign-up rules to a new user of a flow. */
const admittedInFlow = (request: ApiRequest, project: Project, flow: OAuthFlow, person: ProviderAccount) =>
  Effect.gen(function*() {
    const { assessment = "ok", providerId } = flow
    if (assessment === "error") return yield* Effect.fail(botChallenge.unsolved())
    return yield* admitted(request, project, providerId, person, assessment)
  })

/** Returns the tokens for an authorization code: of the session that it hands over, or of a new one. */
const tokensOf = (request: ApiRequest, user: User, { isNewUser, sessionId }: AuthorizationCode) =>
  Effect.gen(function*() {
    if (sessionId === undefined) return yield* accounts.afterFirstFactor(request, user, isNewUser)
    const { platform, project } = request
    const session = project.sessions.get(sessionId)
    if (session === undefined || session.expiresAt <= platform.now()) {
      return yield* Effect.fail(new InvalidAuthorizationCode())
    }
    return yield* accounts.continueSession(request, user, session)
  })

/** Completes a flow: redeems the provider's callback and creates the app's authorization code. */
const completeFlow = (request: ApiRequest, project: Project, flow: OAuthFlow, providerId: string) =>
  Effect.gen(function*() {
    const { platform } = request
    if (flows.isExpired(platform, flow)) return yield* Effect.fail(new OuterOAuthTimeout())
    const provider = yield* providerOf(project, providerId)
    if (provider.id !== flow.providerId) return yield* identityProviders.badCode
    const parameters = fieldsOf(request.incoming.body)
    const { grant, person } = yield* identityProviders.redeem(platform, project, provider, flow, parameters)
    if (!isTrusted(project, flow.redirectUri)) return yield* Effect.fail(new RedirectUrlNotWhitelisted())
    const { account, isNewUser, user } = flow.type === "link"
      ? yield* oauthSignIn.link(project, flow, person)
      : yield* oauthSignIn.signIn(
        platform,
        project,
        flow,
        person,
        admittedInFlow(request, project, flow, person)
      )
    oauthAccounts.grant(account, grant)
    // the account is already created at this point, as on the platform
    if (flow.scope !== "legacy") {
      return yield* Refusal.fail(400, "The platform has no such scope. Use the scope legacy.")
    }
    const { afterCallbackRedirectUrl, codeChallenge, redirectUri } = flow
    const code = flows.issueCode(platform, project, {
      userId: user.id,
      isNewUser,
      redirectUri,
      codeChallenge,
      afterCallbackRedirectUrl
    })
    request.responseHeaders["location"] = flows.withCodeAndState(redirectUri, code, flow.state)
    return new Reply(303, {})
  })

/** Handlers for `/auth/oauth`. */
export const handlers = handle(OAuth, {
  refresh: (input, request) =>
    Effect.gen(function*() {
      const project = yield* clientOf(request, input.clientId, input.clientSecret)
      const refreshToken = Redacted.value(input.refreshToken)
      if (project.sessionsByRefreshToken.has(refreshToken) && (yield* hasUnknownScope(request))) {
        return yield* Effect.fail(new InvalidScope())
      }
      const accessToken = yield* refreshed(request, project, refreshToken)
      request.responseHeaders["pragma"] = "no-cache"
      const { laterResponseFields } = request.platform.rules
      return {
        accessToken,
        tokenType: "Bearer",
        expiresIn: 3600,
        scope: "legacy",
        ...(laterResponseFields && { afterCallbackRedirectUrl: null, afterCallbackRedirect: null })
      }
    }),

  exchangeCode: (input, request) =>
    Effect.gen(function*() {
      const project = yield* clientOf(request, input.clientId, input.clientSecret)
      const code = yield* flows.redeemCode(
        request.platform,
        project,
        Redacted.value(input.code),
        Redacted.value(input.codeVerifier)
      )
      if (input.redirectUri !== code.redirectUri) {
        return yield* Refusal.fail(400, "The redirect URI must match that of the authorization request")
      }
      const user = project.users.get(code.userId)
      if (user === undefined) return yield* Effect.fail(new InvalidAuthorizationCode())
      const { accessToken, refreshToken } = yield* tokensOf(inProject(request, project), user, code)
      request.responseHeaders["pragma"] = "no-cache"
      return {
        accessToken,
        refreshToken,
        tokenType: "Bearer",
        expiresIn: 3599,
        scope: "legacy",
        isNewUser: code.isNewUser,
        newUser: code.isNewUser,
        afterCallbackRedirectUrl: code.afterCallbackRedirectUrl,
        afterCallbackRedirect: code.afterCallbackRedirectUrl
      }
    }),

  authorize: (input, request) =>
    Effect.gen(function*() {
      const { responseHeaders, platform } = request
      const { clientId, providerScope, type = "authenticate" } = input
      if (oauthRequests.isPlain(request.incoming) && !platform.rules.plainChallenges) {
        return yield* Effect.fail(
          schemaError(request.spec, [{ path: "query.code_challenge_method", problem: "expected S256" }])
        )
      }
      const project = projectOf(platform, clientId)
      if (project === undefined) return yield* Effect.fail(new InvalidOAuthClientIdOrSecret({ clientId }))
      const key = checkClientSecret(platform, project, Redacted.value(input.clientSecret))
      if (key === "required") {
        return yield* Effect.fail(new PublishableClientKeyRequiredForProject({ projectId: project.id }))
      }
      if (key !== "good") return yield* Effect.fail(new InvalidPublishableClientKey({ projectId: project.id }))
      const provider = yield* providerOf(project, input.providerId)
      if (type === "link" && !input.token) {
        return yield* Refusal.fail(400, "Linking an account requires the access token of the user")
      }
      const userId = input.token ? yield* tokenUser(platform, project, input.token) : undefined
      const isLinking = userId !== undefined || platform.rules.scopesOnSharedKeys === "always"
      if (isLinking && providerScope && provider.type === "shared") {
        return yield* Effect.fail(new OAuthExtraScopeNotAvailableWithSharedOAuthKeys())
      }
      if (platform.rules.checksReturnPage) yield* checkReturnPage(request, project, input.afterCallbackRedirectUrl)
      const assessment = yield* botChallenge.assess(input)
      const isCookieless = input.stackResponseMode === "json"
      const flow = flows.start(platform, {
        projectId: project.id,
        providerId: provider.id,
        type,
        userId,
        providerScope,
        redirectUri: input.redirectUri.split("#")[0]!,
        state: input.state,
        scope: input.scope ?? "",
        codeChallenge: oauthRequests.isPlain(request.incoming)
          ? yield* Effect.promise(() => sha256Base64Url(input.codeChallenge))
          : input.codeChallenge,
        errorUrl: input.errorRedirectUri ?? input.errorRedirectUrl,
        afterCallbackRedirectUrl: input.afterCallbackRedirectUrl ?? null,
        isCookieless,
        assessment
      })
      const location = yield* identityProviders.authorizationUrl(platform, project, provider, flow)
      if (isCookieless) {
        return new Reply(200, { location })
      }
      responseHeaders["location"] = location
      responseHeaders["set-cookie"] = cookie(request, flow)
      return new Reply(307)
    }),

  callback: ({ providerId, state }, request) =>
    Effect.gen(function*() {
      const { responseHeaders, platform } = request
      const flow = platform.store.oauthFlows.get(state)
      const project = flow === undefined ? undefined : platform.store.projects.get(flow.projectId)
      if (flow !== undefined || platform.rules.deletesUnknownFlowCookie) responseHeaders["set-cookie"] = deleted(state)
      if (flow === undefined || project === undefined || !(flow.isCookieless || hasCookie(request, state))) {
        return yield* Refusal.fail(
          400,
          "This browser has no such sign-in in progress. Start the sign-in again in the app."
        )
      }
      return yield* Effect.catch(
        completeFlow(request, project, flow, providerId),
        (error) => toErrorPage(request, project, flow, error)
      )
    }),

  authorizeCrossDomain: (input, request) =>
    Effect.gen(function*() {
      const { authentication, incoming, platform, project, user } = request
      if (user === undefined) return yield* Effect.fail(new UserAuthenticationRequired())
      const token = platformHeader(incoming, "refresh-token")
      if (token === undefined) {
        return yield* Refusal.fail(400, "A cross-domain authorization needs the session's refresh token")
      }
      const session = project.sessionsByRefreshToken.get(token)
      if (session === undefined || session.id !== authentication?.sessionId) {
        return yield* Refusal.fail(401, "The refresh token does not belong to the session")
      }
      yield* trusted(project, input.redirectUri)
      if (input.afterCallbackRedirectUrl !== undefined) yield* trusted(project, input.afterCallbackRedirectUrl)
      const code = flows.issueCode(platform, project, {
        userId: user.id,
        isNewUser: false,
        redirectUri: input.redirectUri,
        codeChallenge: input.codeChallenge,
        afterCallbackRedirectUrl: input.afterCallbackRedirectUrl ?? null,
        sessionId: session.id
      })
      return { redirectUrl: flows.withCodeAndState(input.redirectUri, code, input.state) }
    }),

  signInWithApple: ({ idToken }, request) =>
    Effect.gen(function*() {
      const { platform, project, user: currentUser } = request
      const provider = yield* providerOf(project, "apple")
      const { appleBundleIds = [] } = provider
      if (appleBundleIds.length === 0) return yield* Effect.fail(new AppleBundleIdNotConfigured())
      const issuer = project.oauthIssuers.get(provider.id)
      // Apple itself can't be reached; only an issuer from the seed can verify the token
      if (issuer === undefined) return yield* Effect.fail(new InvalidAppleCredentials())
      const person = yield* Effect.mapError(
        oidc.verified(platform, issuer, provider.id, Redacted.value(idToken), appleBundleIds),
        () => new InvalidAppleCredentials()
      )
      const { isNewUser, user } = yield* oauthSignIn.signIn(
        platform,
        project,
        { providerId: provider.id, userId: currentUser?.id },
        person,
        admitted(request, project, provider.id, person, "ok")
      )
      return { ...(yield* accounts.startSession(request, user)), isNewUser }
    }),

  createConnectedAccountToken: ({ providerId, scope }, request) =>
    Effect.flatMap(signedIn(request), (user) => connectedAccounts.accessToken(request, user, { providerId, scope }))
      .pipe(Effect.catch((error) => withoutHeaders(request, error)))
})

/**
 * Returns the error as a 200 response if the request overrides error statuses. The platform forwards this route
 * internally, and the status and headers of the inner error are lost in that case.
 */
const withoutHeaders = <E>({ incoming }: ApiRequest, error: E): Effect.Effect<Reply, E> => {
  if (!(error instanceof KnownError) || !hasPlatformHeader(incoming, "override-error-status")) return Effect.fail(error)
  const details = writeDetails(error, detailsOf(error.constructor as unknown as KnownErrorClass))
  return Effect.succeed(new Reply(200, { code: error.code, details, error: error.message }))
}
