/** Access tokens of OAuth providers for users' connected accounts. docs/platform.md §14. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { ConnectedAccount, ConnectedAccountAccessToken } from "../entities/ConnectedAccount.ts"
import { listOf } from "../entities/responses.ts"
import { accessTokenErrors } from "../entities/sharedErrors.ts"
import { CannotGetOwnUserWithoutUser, UserNotFound } from "../errors/users.ts"
import { UserId } from "../fields.ts"

const wanted = {
  userId: UserId,
  /** Id of the provider in the project, such as `google`, not the UUID of the connection. */
  providerId: Schema.String,
  /** Required scopes of the token, separated by white space. */
  scope: Schema.optional(Schema.String)
}

/**
 * Returns an access token of the provider for the user's connected account. The platform refreshes tokens that expire
 * within five minutes.
 *
 * `OAuthConnectionDoesNotHaveRequiredScope` can also mean that the provider rejected the stored grant. In both cases
 * the user must authorize again. Clients can pass only the signed-in user.
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

/** Returns an access token for one of several accounts at a provider. Since revision 2026-04. */
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

/** Lists the user's connected accounts that allow access tokens. Since revision 2026-04. */
export const list = endpoint("client", "connectedAccounts.list", "GET /connected-accounts/{user_id}", {
  since: "2026-04",
  input: { userId: UserId },
  output: listOf(ConnectedAccount),
  errors: [CannotGetOwnUserWithoutUser, UserNotFound]
})
