/** Dispatches between the OpenID providers configured in the seed and the emulator's own provider. */
import * as Effect from "effect/Effect"
import { sha256Base64Url } from "../../../layers/call/index.ts"
import { OAuthProviderAccessDenied, OAuthProviderTemporarilyUnavailable } from "../../../schemas/errors/oauth.ts"
import {
  type OAuthAccount,
  type OAuthFlow,
  type OAuthGrant,
  type OAuthProviderConfig,
  type Platform,
  type Project,
  type ProviderAccount,
  Refusal
} from "../state/index.ts"
import * as oidc from "./oidc.ts"
import * as ownProvider from "./ownProvider.ts"
import { requestTo } from "./providerRequests.ts"

/**
 * Returns the client configuration at the provider, or `undefined` for the emulator's own provider. All providers on
 * shared keys use the same configuration.
 */
const registrationOf = (
  platform: Platform,
  project: Project,
  config: OAuthProviderConfig
): oidc.Registration | undefined => {
  const own = project.oauthIssuers.get(config.id)
  const account = config.type === "shared"
    ? platform.sharedOAuthProvider
    : own === undefined
    ? undefined
    : { ...config, issuer: own }
  return account === undefined ? undefined : {
    issuer: account.issuer,
    clientId: account.clientId ?? config.id,
    clientSecret: account.clientSecret ?? "",
    redirectUri: ownProvider.callbackUrlOf(platform, config.id),
    request: requestTo(config, platform)
  }
}

const unusable = (config: OAuthProviderConfig, { fault }: oidc.Unusable) =>
  Refusal.fail(500, `The OAuth provider ${config.id} cannot be used: ${fault}`)

/** Returns the URL that a flow redirects to. */
export const authorizationUrl = (
  platform: Platform,
  project: Project,
  config: OAuthProviderConfig,
  flow: OAuthFlow
): Effect.Effect<string, Refusal> =>
  Effect.flatMap(Effect.promise(() => sha256Base64Url(flow.codeVerifier)), (challenge) => {
    const registration = registrationOf(platform, project, config)
    return registration === undefined
      ? Effect.succeed(ownProvider.authorizationUrl(platform, config, flow, challenge))
      : oidc.authorizationUrl(registration, flow, challenge).pipe(
        Effect.catchTags({
          Unusable: (error) => unusable(config, error),
          Denied: () => unusable(config, new oidc.Unusable({ fault: "it rejects the request" }))
        })
      )
  })

/** Error for every code that a provider rejects. The reason is not disclosed. docs/platform.md §7.4. */
export const badCode = Refusal.fail(400, "The provider's code is invalid or has expired. Start the sign-in again.")

/**
 * Error code of a provider if the user cancels. Other error codes mean that the project's client is misconfigured.
 */
const accessDenied = "access_denied"

const refusedByProvider = (config: OAuthProviderConfig, error: string) =>
  Refusal.fail(400, `The OAuth provider ${config.id} rejects the project's client or a scope: ${error}`)

/** Redeems the provider's callback. Returns the account and the tokens. */
export const redeem = (
  platform: Platform,
  project: Project,
  config: OAuthProviderConfig,
  flow: OAuthFlow,
  callback: URLSearchParams
): Effect.Effect<
  { readonly person: ProviderAccount; readonly grant: OAuthGrant },
  OAuthProviderAccessDenied | OAuthProviderTemporarilyUnavailable | Refusal
> => {
  const error = callback.get("error")
  if (error === accessDenied) return Effect.fail(new OAuthProviderAccessDenied())
  if (error !== null) return refusedByProvider(config, error)
  const registration = registrationOf(platform, project, config)
  if (registration === undefined) {
    const person = ownProvider.redeem(flow, callback.get("code") ?? "")
    return person === undefined
      ? badCode
      : Effect.succeed({ person, grant: ownProvider.firstGrant(platform, config, flow, person) })
  }
  return oidc.redeem(platform, registration, flow, callback).pipe(
    Effect.catchTags({
      Unusable: (error) =>
        platform.rules.providerUnreachable === "error"
          ? Effect.fail(new OAuthProviderTemporarilyUnavailable())
          : unusable(config, error),
      Denied: () => badCode
    })
  )
}

/** Whether the provider still accepts a stored access token. Checked with a request to the provider. */
export const acceptsToken = (
  platform: Platform,
  project: Project,
  config: OAuthProviderConfig,
  account: OAuthAccount,
  grant: OAuthGrant
): Effect.Effect<boolean> => {
  const registration = registrationOf(platform, project, config)
  return registration === undefined
    ? Effect.succeed(account.isRevoked !== true)
    : oidc.acceptsToken(registration, grant)
}

/** Refreshes an access token. Returns `undefined` if the provider refuses. */
export const refreshed = (
  platform: Platform,
  project: Project,
  config: OAuthProviderConfig,
  account: OAuthAccount,
  grant: OAuthGrant
): Effect.Effect<OAuthGrant | undefined, Refusal> => {
  const { refreshToken } = grant
  if (refreshToken === null) return Effect.succeed(undefined)
  const registration = registrationOf(platform, project, config)
  return registration === undefined
    ? Effect.succeed(account.isRevoked === true ? undefined : ownProvider.refreshed(platform, grant))
    : oidc.refreshed(platform, registration, config.id, { ...grant, refreshToken }).pipe(
      Effect.catchTags({
        Unusable: (error) => unusable(config, error),
        Denied: () => Effect.succeed(undefined)
      })
    )
}
