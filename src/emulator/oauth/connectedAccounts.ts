/** Access tokens of external providers. docs/platform.md §14. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import {
  OAuthAccessTokenNotAvailableWithSharedOAuthKeys,
  OAuthConnectionDoesNotHaveRequiredScope,
  OAuthConnectionNotConnectedToUser,
  OAuthProviderNotFoundOrNotEnabled
} from "../../../schemas/errors/oauth.ts"
import { oauthAccounts } from "../model/index.ts"
import type { ApiRequest } from "../request/index.ts"
import type { OAuthAccount, User } from "../state/index.ts"
import * as identityProviders from "./identityProviders.ts"

/** Minimum remaining lifetime of a stored access token that is returned. */
const minRemainingLifetime = Duration.minutes(5)

/** Properties of the access token to return. */
export interface Wanted {
  readonly providerId: string
  /** Account id, if the user has several accounts at the provider. */
  readonly accountId?: string | undefined
  readonly scope?: string | undefined
}

/** Returns the user's accounts that provide access tokens. */
export const ofUser = (user: User): ReadonlyArray<OAuthAccount> =>
  user.oauthAccounts.filter(({ allowConnectedAccounts }) => allowConnectedAccounts)

/** Returns an access token with the scopes: a stored one that the provider still accepts, or a refreshed one. */
export const accessToken = ({ platform, project }: ApiRequest, user: User, wanted: Wanted) =>
  Effect.gen(function*() {
    const provider = oauthAccounts.configOf(project, wanted.providerId)
    if (provider === undefined) return yield* Effect.fail(new OAuthProviderNotFoundOrNotEnabled())
    if (provider.type === "shared" && !platform.sharedOAuthAccessTokens) {
      return yield* Effect.fail(new OAuthAccessTokenNotAvailableWithSharedOAuthKeys())
    }
    const accounts = ofUser(user).filter(({ accountId, providerId }) =>
      providerId === provider.id && (wanted.accountId ?? accountId) === accountId
    )
    if (accounts.length === 0) return yield* Effect.fail(new OAuthConnectionNotConnectedToUser())
    const scopes = (wanted.scope ?? "").split(/\s+/).filter((scope) => scope !== "")
    const suitable = accounts.flatMap((account) =>
      account.grants.filter((grant) => scopes.every((scope) => grant.scopes.includes(scope)))
        .map((grant) => ({ account, grant }))
    ).reverse()
    const soon = platform.now() + Duration.toMillis(minRemainingLifetime)
    for (const { account, grant } of suitable) {
      if (grant.expiresAt !== null && grant.expiresAt < soon) continue
      if (yield* identityProviders.acceptsToken(platform, project, provider, account, grant)) {
        return { accessToken: Redacted.make(grant.accessToken) }
      }
    }
    for (const { account, grant } of suitable) {
      const fresh = yield* identityProviders.refreshed(platform, project, provider, account, grant)
      if (fresh === undefined) continue
      oauthAccounts.replaceGrant(account, grant, fresh)
      return { accessToken: Redacted.make(fresh.accessToken) }
    }
    return yield* Effect.fail(new OAuthConnectionDoesNotHaveRequiredScope())
  })
