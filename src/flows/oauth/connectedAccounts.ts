/** Access tokens of external providers. docs/platform.md §14. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as ConnectedAccounts from "../../../schemas/endpoints/connectedAccounts.ts"
import type { UserTarget } from "../account/index.ts"

/**
 * Returns an access token of the provider that is valid for at least five minutes. Returns `None` if the user hasn't
 * connected the provider, the connection lacks one of the scopes, or the provider has revoked it. In each case connect
 * again with these scopes, as `oauth.accessTokenOrLink` does in a browser.
 *
 * Fails with `OAuthProviderNotFoundOrNotEnabled` if the project doesn't offer the provider, and with
 * `OAuthAccessTokenNotAvailableWithSharedOAuthKeys` while it uses the platform's keys. The endpoint
 * `ConnectedAccounts.createAccessToken` distinguishes the causes of `None`.
 */
export const accessToken = Effect.fn("connectedAccounts.accessToken")(
  function*(
    wanted: UserTarget & {
      /** Id of the provider in the project, such as `google`. */
      readonly provider: string
      /** Scopes that the token must have. @default the scopes of the connection */
      readonly scopes?: ReadonlyArray<string> | undefined
    }
  ) {
    const { accessToken } = yield* ConnectedAccounts.createAccessToken({
      userId: wanted.userId ?? "me",
      providerId: wanted.provider,
      scope: wanted.scopes === undefined || wanted.scopes.length === 0 ? undefined : wanted.scopes.join(" ")
    })
    return Option.some(accessToken)
  },
  Effect.catchTag(
    ["OAuthConnectionNotConnectedToUser", "OAuthConnectionDoesNotHaveRequiredScope"],
    () => Effect.succeed(Option.none<Redacted.Redacted>())
  )
)
