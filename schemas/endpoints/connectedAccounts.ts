/** Access tokens of other providers, on the user's behalf. docs/platform.md §14. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { listOf } from "../entities/answers.ts"
import { accessTokenErrors, ConnectedAccount, ConnectedAccountAccessToken } from "../entities/ConnectedAccount.ts"
import { CannotGetOwnUserWithoutUser, UserNotFound } from "../errors/users.ts"
import { UserId } from "../fields.ts"

const wanted = {
  userId: UserId,
  /** The project's id of the provider, such as `google`: not the UUID of the link. */
  providerId: Schema.String,
  /** Scopes the token must have, separated by white space. */
  scope: Schema.optional(Schema.String)
}

/**
 * An access token of the provider, from the user's linked account; refreshed when less than five minutes are left.
 *
 * `OAuthConnectionDoesNotHaveRequiredScope` also stands for a provider that no longer accepts the stored grant: in both
 * cases the user has to authorize again. A client may ask for the signed-in user only.
 */
export const createAccessToken = endpoint(
  "client",
  "connectedAccounts.createAccessToken",
  "POST /connected-accounts/{user_id}/{provider_id}/access-token",
  {
    input: wanted,
    output: ConnectedAccountAccessToken,
    errors: [...accessTokenErrors],
    status: 201
  }
)

/** The same for one of several accounts at a provider. Newer platforms only. */
export const createAccountAccessToken = endpoint(
  "client",
  "connectedAccounts.createAccountAccessToken",
  "POST /connected-accounts/{user_id}/{provider_id}/{provider_account_id}/access-token",
  {
    since: "2026-04",
    input: { ...wanted, providerAccountId: Schema.String },
    output: ConnectedAccountAccessToken,
    errors: [...accessTokenErrors],
    status: 201
  }
)

/** The user's linked accounts that allow access tokens. Newer platforms only. */
export const list = endpoint("client", "connectedAccounts.list", "GET /connected-accounts/{user_id}", {
  since: "2026-04",
  input: { userId: UserId },
  output: listOf(ConnectedAccount),
  errors: [CannotGetOwnUserWithoutUser, UserNotFound]
})
