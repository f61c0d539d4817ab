/** Sign-ins in progress at providers, and their authorization codes. docs/platform.md §6, docs/protocol.md §11. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { nonce, sha256Base64Url } from "../../../layers/call/index.ts"
import { InvalidAuthorizationCode } from "../../../schemas/errors/oauth.ts"
import type { AuthorizationCode, OAuthFlow, Platform, Project } from "../state/index.ts"

/** Maximum time that a user may spend at the provider. */
export const lifetime = Duration.minutes(10)

/** Lifetime of an authorization code. */
export const codeLifetime = Duration.minutes(5)

/** Additional time for which an expired flow is kept, so that the callback can report the expiry. */
const expiredRetention = Duration.hours(1)

/** Starts a flow. */
export const start = (
  platform: Platform,
  fields: Omit<OAuthFlow, "innerState" | "codeVerifier" | "expiresAt" | "admitted">
): OAuthFlow => {
  const { oauthFlows } = platform.store
  const now = platform.now()
  for (const flow of oauthFlows.values()) {
    if (flow.expiresAt + Duration.toMillis(expiredRetention) > now) break
    oauthFlows.delete(flow.innerState)
  }
  const flow: OAuthFlow = {
    ...fields,
    innerState: nonce(),
    codeVerifier: nonce(),
    expiresAt: now + Duration.toMillis(lifetime),
    admitted: null
  }
  oauthFlows.set(flow.innerState, flow)
  return flow
}

/** Whether the flow has expired. */
export const isExpired = (platform: Platform, flow: OAuthFlow): boolean => platform.now() > flow.expiresAt

/** Expires flows by the app's or the platform's `state` parameter. Returns the number of expired flows. */
export const expire = (platform: Platform, state: string): number => {
  let count = 0
  for (const flow of platform.store.oauthFlows.values()) {
    if ((flow.state === state || flow.innerState === state) && !isExpired(platform, flow)) {
      flow.expiresAt = platform.now() - 1
      count++
    }
  }
  return count
}

/** Creates an authorization code. */
export const issueCode = (
  platform: Platform,
  project: Project,
  fields: Omit<AuthorizationCode, "expiresAt">
): string => {
  const now = platform.now()
  for (const [value, { expiresAt }] of project.authorizationCodes) {
    if (expiresAt > now) break
    project.authorizationCodes.delete(value)
  }
  const value = nonce()
  project.authorizationCodes.set(value, { ...fields, expiresAt: now + Duration.toMillis(codeLifetime) })
  return value
}

/** Finds and deletes an authorization code. With a wrong verifier the code stays valid. */
export const redeemCode = (
  platform: Platform,
  project: Project,
  value: string,
  verifier: string
): Effect.Effect<AuthorizationCode, InvalidAuthorizationCode> =>
  Effect.flatMap(Effect.promise(() => sha256Base64Url(verifier)), (challenge) => {
    const code = project.authorizationCodes.get(value)
    if (code === undefined || platform.now() > code.expiresAt || challenge !== code.codeChallenge) {
      return Effect.fail(new InvalidAuthorizationCode())
    }
    project.authorizationCodes.delete(value)
    return Effect.succeed(code)
  })

/** Returns the redirect URL with code and state. */
export const withCodeAndState = (redirectUri: string, code: string, state: string): string => {
  const url = new URL(redirectUri)
  url.searchParams.set("code", code)
  url.searchParams.set("state", state)
  return url.href
}
