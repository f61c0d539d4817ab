/** Acting at other providers on the user's behalf. docs/platform.md §14. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as ConnectedAccounts from "../../../schemas/endpoints/connectedAccounts.ts"
import type { UserTarget } from "../account/index.ts"

/**
 * An access token of the provider, good for five minutes at least. `None` when the user has not connected the provider,
 * or connected it without one of the scopes, or the provider no longer accepts what the user granted: in each case send
 * the user through the connection with these scopes, as `oauth.accessTokenOrLink` does in a browser.
 *
 * Fails with `OAuthProviderNotFoundOrNotEnabled` when the project does not offer the provider, and with
 * `OAuthAccessTokenNotAvailableWithSharedOAuthKeys` while it runs on the platform's keys. The bare endpoint,
 * `ConnectedAccounts.createAccessToken`, tells the causes of `None` apart.
 */
export const accessToken = Effect.fn("connectedAccounts.accessToken")(
  function*(
    wanted: UserTarget & {
      /** The project's id of the provider, such as `google`. */
      readonly provider: string
      /** Scopes the token must have. @default whichever the connection has */
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
