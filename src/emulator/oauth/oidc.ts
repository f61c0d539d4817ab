/** OpenID client for the providers configured in the seed. Its library is loaded on first use. */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { createRemoteJWKSet, jwtVerify } from "jose"
import type * as oauth from "oauth4webapi"
import type { OAuthFlow, OAuthGrant, Platform, ProviderAccount } from "../state/index.ts"
import { type ProviderRequest, scopesOf } from "./providerRequests.ts"

/** OpenID provider, with the platform's client credentials there. */
export interface Registration {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly redirectUri: string
  /** Parameters that the emulated provider needs, except its scopes: requests have the scopes of OpenID. */
  readonly request: Pick<ProviderRequest, "extras" | "withoutChallenge">
}

/** The provider rejected a code, a token, the client's credentials or a scope. */
export class Denied extends Data.TaggedError("Denied")<{}> {}

/** The provider is unreachable, or its response violates OpenID. */
export class Unusable extends Data.TaggedError("Unusable")<{ readonly fault: string }> {}

const defaultScopes = ["openid", "email", "profile", "offline_access"]

type Library = typeof oauth

const library = Effect.promise(() => import("oauth4webapi"))

/** Allows plain HTTP, for loopback issuers. */
const options = (oauth: Library, { issuer }: Pick<Registration, "issuer">) => ({
  [oauth.allowInsecureRequests]: new URL(issuer).protocol === "http:"
})

/** Error codes of OpenID Connect, RFC 6749 §5.2 and RFC 6750 §3.1 with which a working provider rejects a request. */
const refusals: ReadonlySet<string> = new Set([
  "access_denied",
  "consent_required",
  "invalid_token",
  "invalid_grant",
  "invalid_client",
  "unauthorized_client",
  "invalid_scope"
])

const attempt = <A>(request: (oauth: Library) => Promise<A>): Effect.Effect<A, Unusable | Denied> =>
  Effect.flatMap(library, (oauth) =>
    Effect.tryPromise({
      try: () => request(oauth),
      catch: (thrown) =>
        thrown instanceof oauth.AuthorizationResponseError
          || (thrown instanceof oauth.ResponseBodyError && refusals.has(thrown.error))
          ? new Denied()
          : new Unusable({ fault: thrown instanceof Error ? thrown.message : String(thrown) })
    }))

const discovered = (registration: Pick<Registration, "issuer">) =>
  attempt(async (oauth) => {
    const issuer = new URL(registration.issuer)
    return oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options(oauth, registration)))
  })

/** Returns the URL that a flow redirects to. */
export const authorizationUrl = (
  registration: Registration,
  flow: OAuthFlow,
  codeChallenge: string
): Effect.Effect<string, Unusable | Denied> =>
  Effect.map(discovered(registration), (server) => {
    const url = new URL(server.authorization_endpoint!)
    for (
      const [name, value] of Object.entries({
        client_id: registration.clientId,
        scope: scopesOf(defaultScopes, flow).join(" "),
        response_type: "code",
        redirect_uri: registration.redirectUri,
        ...(registration.request.withoutChallenge === true
          ? {}
          : { code_challenge_method: "S256", code_challenge: codeChallenge }),
        state: flow.innerState,
        access_type: "offline",
        prompt: "consent",
        ...registration.request.extras
      })
    ) url.searchParams.set(name, value)
    return url.href
  })

/** Redeems the provider's code. Returns the account and the tokens. */
export const redeem = (
  platform: Platform,
  registration: Registration,
  flow: OAuthFlow,
  callback: URLSearchParams
): Effect.Effect<{ readonly person: ProviderAccount; readonly grant: OAuthGrant }, Unusable | Denied> =>
  Effect.gen(function*() {
    const server = yield* discovered(registration)
    const client = { client_id: registration.clientId }
    const tokens = yield* attempt(async (oauth) => {
      const validated = oauth.validateAuthResponse(server, client, callback, flow.innerState)
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        client,
        oauth.ClientSecretPost(registration.clientSecret),
        validated,
        registration.redirectUri,
        registration.request.withoutChallenge === true ? oauth.nopkce : flow.codeVerifier,
        options(oauth, registration)
      )
      return oauth.processAuthorizationCodeResponse(server, client, response, { requireIdToken: true })
    })
    const claims = (yield* library).getValidatedIdTokenClaims(tokens)!
    const userInfo = server.userinfo_endpoint === undefined ?
      claims :
      yield* attempt(async (oauth) =>
        oauth.processUserInfoResponse(
          server,
          client,
          claims.sub,
          await oauth.userInfoRequest(server, client, tokens.access_token, options(oauth, registration))
        )
      )
    return {
      person: personOf(flow.providerId, { ...claims, ...userInfo }),
      grant: grantOf(platform, flow.providerId, tokens, scopesOf(defaultScopes, flow), null)
    }
  })

/** Whether the userinfo endpoint accepts an access token. Providers without that endpoint count as accepting it. */
export const acceptsToken = (registration: Registration, { accessToken }: OAuthGrant): Effect.Effect<boolean> =>
  Effect.gen(function*() {
    const server = yield* discovered(registration)
    if (server.userinfo_endpoint === undefined) return true
    return yield* attempt(async (oauth) => {
      const client = { client_id: registration.clientId }
      const response = await oauth.userInfoRequest(server, client, accessToken, options(oauth, registration))
      await response.body?.cancel()
      return response.ok
    })
  }).pipe(Effect.orElseSucceed(() => false))

/** Refreshes an access token. Fails with `Denied` if the provider rejects the refresh token. */
export const refreshed = (
  platform: Platform,
  registration: Registration,
  providerId: string,
  grant: OAuthGrant & { readonly refreshToken: string }
): Effect.Effect<OAuthGrant, Unusable | Denied> =>
  Effect.gen(function*() {
    const server = yield* discovered(registration)
    const client = { client_id: registration.clientId }
    const tokens = yield* attempt(async (oauth) =>
      oauth.processRefreshTokenResponse(
        server,
        client,
        await oauth.refreshTokenGrantRequest(
          server,
          client,
          oauth.ClientSecretPost(registration.clientSecret),
          grant.refreshToken,
          options(oauth, registration)
        )
      )
    )
    return grantOf(platform, providerId, tokens, grant.scopes, grant.refreshToken)
  })

/** Verifies an id token, which must have one of the given audiences, and returns its account. */
export const verified = (
  platform: Platform,
  issuer: string,
  providerId: string,
  idToken: string,
  audience: ReadonlyArray<string>
): Effect.Effect<ProviderAccount, Unusable | Denied> =>
  Effect.gen(function*() {
    const server = yield* discovered({ issuer })
    const { payload } = yield* Effect.tryPromise({
      try: () =>
        jwtVerify(idToken, createRemoteJWKSet(new URL(server.jwks_uri!)), {
          issuer: server.issuer,
          audience: [...audience],
          currentDate: new Date(platform.now())
        }),
      catch: () => new Denied()
    })
    return personOf(providerId, { ...payload, sub: String(payload.sub) })
  })

/** Lifetime in seconds for tokens of providers that return no expiry. docs/platform.md §7.7. */
const fallbackSeconds: { readonly [providerId: string]: number } = { github: 28_800 }

const grantOf = (
  platform: Platform,
  providerId: string,
  tokens: oauth.TokenEndpointResponse,
  scopes: ReadonlyArray<string>,
  refreshToken: string | null
): OAuthGrant => {
  const seconds = tokens.expires_in ?? fallbackSeconds[providerId]
  return {
    scopes: tokens.scope?.split(" ") ?? scopes,
    accessToken: tokens.access_token,
    expiresAt: seconds === undefined ? null : platform.now() + seconds * 1000,
    refreshToken: tokens.refresh_token ?? refreshToken
  }
}

/**
 * Providers with unreliable claims about verified addresses, and providers with verified addresses only.
 * docs/platform.md §7.4.
 */
const neverVerified: ReadonlySet<string> = new Set(["facebook", "microsoft", "spotify", "x"])
const alwaysVerified: ReadonlySet<string> = new Set(["twitch"])

const personOf = (providerId: string, claims: { readonly sub: string; readonly [claim: string]: unknown }) => {
  const text = (claim: unknown): string | null => typeof claim === "string" && claim !== "" ? claim : null
  const email = text(claims["email"])
  return {
    accountId: claims.sub,
    email,
    emailVerified: email !== null && !neverVerified.has(providerId)
      && (alwaysVerified.has(providerId) || claims["email_verified"] === true),
    name: text(claims["name"]),
    picture: text(claims["picture"])
  }
}
