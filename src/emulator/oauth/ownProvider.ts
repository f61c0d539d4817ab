/**
 * The emulator's own provider. It stands in for every provider without an issuer in the seed. On its page
 * (`signInPage.ts`) users choose or enter an account, without a password.
 */
import { nonce } from "../../../layers/call/index.ts"
import type { OAuthFlow, OAuthGrant, OAuthProviderConfig, Platform, ProviderAccount } from "../state/index.ts"
import { requestTo, scopesOf } from "./providerRequests.ts"

/** Path of the sign-in page, followed by the provider's id. */
export const pagePath = "/provider-sign-in/"

/** Returns the provider's issuer. */
export const issuerOf = (platform: Platform, providerId: string): string =>
  `${platform.baseUrl}${pagePath}${encodeURIComponent(providerId)}`

/** Returns the platform's callback URL for a provider. */
export const callbackUrlOf = (platform: Platform, providerId: string): string =>
  `${platform.baseUrl}/api/v1/auth/oauth/callback/${encodeURIComponent(providerId)}`

/** Returns the URL that a flow redirects to. */
export const authorizationUrl = (
  platform: Platform,
  config: OAuthProviderConfig,
  flow: OAuthFlow,
  codeChallenge: string
): string => {
  const { extras, scopes, withoutChallenge } = requestTo(config, platform)
  const url = new URL(issuerOf(platform, flow.providerId))
  url.search = new URLSearchParams({
    client_id: config.clientId ?? config.id,
    scope: scopesOf(scopes, flow).join(" "),
    response_type: "code",
    redirect_uri: callbackUrlOf(platform, flow.providerId),
    ...(withoutChallenge === true ? {} : { code_challenge_method: "S256", code_challenge: codeChallenge }),
    state: flow.innerState,
    access_type: "offline",
    prompt: "consent",
    ...extras
  }).toString()
  return url.href
}

/** Signs in an account at the provider. Returns the callback URL to redirect to. */
export const admit = (platform: Platform, flow: OAuthFlow, person: ProviderAccount): string => {
  const code = nonce()
  flow.admitted = { code, person }
  return callbackUrl(platform, flow, { code })
}

/** Cancels the sign-in. Returns the callback URL to redirect to. */
export const deny = (platform: Platform, flow: OAuthFlow): string =>
  callbackUrl(platform, flow, { error: "access_denied", error_description: "The user denied access" })

const callbackUrl = (platform: Platform, flow: OAuthFlow, result: { readonly [name: string]: string }): string => {
  const url = new URL(callbackUrlOf(platform, flow.providerId))
  url.search = new URLSearchParams({
    ...result,
    state: flow.innerState,
    iss: issuerOf(platform, flow.providerId)
  }).toString()
  return url.href
}

/** Redeems a code once. Returns the account. */
export const redeem = (flow: OAuthFlow, code: string): ProviderAccount | undefined => {
  if (flow.admitted?.code !== code) return undefined
  const { person } = flow.admitted
  flow.admitted = null
  return person
}

const lifeMillis = 3_600_000

/** Creates the tokens of a sign-in. The first access token of an account is always the same. */
export const firstGrant = (
  platform: Platform,
  config: OAuthProviderConfig,
  flow: OAuthFlow,
  { accountId }: ProviderAccount
): OAuthGrant => {
  const holder = `${flow.providerId}:${encodeURIComponent(accountId)}`
  return {
    scopes: scopesOf(requestTo(config, platform).scopes, flow),
    accessToken: `access:${holder}:1`,
    expiresAt: platform.now() + lifeMillis,
    refreshToken: `refresh:${holder}`
  }
}

/** Creates the next access token, by incrementing the number in the previous token. */
export const refreshed = (platform: Platform, grant: OAuthGrant): OAuthGrant => {
  const end = grant.accessToken.lastIndexOf(":") + 1
  const count = Number(grant.accessToken.slice(end))
  return {
    ...grant,
    accessToken: `${grant.accessToken.slice(0, end)}${count + 1}`,
    expiresAt: platform.now() + lifeMillis
  }
}
