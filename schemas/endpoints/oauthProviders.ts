/** Accounts at OAuth providers that are linked to users. docs/platform.md §14. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import {
  OAuthProvider,
  oauthProviderCreate,
  oauthProviderUpdate,
  ServerOAuthProvider,
  serverOAuthProviderUpdate
} from "../entities/OAuthProvider.ts"
import { listOf, Success } from "../entities/responses.ts"
import { OAuthProviderAccountIdAlreadyUsedForSignIn } from "../errors/oauth.ts"
import { CannotGetOwnUserWithoutUser, UserNotFound } from "../errors/users.ts"
import { UserId, Uuid } from "../fields.ts"

const linked = {
  userId: UserId,
  /** `id` of the link, not the provider's name. */
  providerId: Uuid
}

/**
 * Lists the linked accounts of the signed-in user, oldest first. Without `userId`, or with another user's, the call
 * fails with `HttpFailure` (403).
 *
 * `HttpFailure` (404) means that the provider of one account was removed from the project: older platforms then reject
 * the whole list.
 */
export const list = endpoint("client", "oauthProviders.list", "GET /oauth-providers", {
  input: { userId: Schema.optional(UserId) },
  output: listOf(OAuthProvider),
  errors: [CannotGetOwnUserWithoutUser, UserNotFound]
})

/**
 * Lists all linked accounts of the project or of one user, oldest first. `HttpFailure` (404) has the same cause as in
 * `list`.
 */
export const listAll = endpoint("server", "oauthProviders.listAll", "GET /oauth-providers", {
  input: { userId: Schema.optional(UserId) },
  output: listOf(ServerOAuthProvider),
  errors: [CannotGetOwnUserWithoutUser, UserNotFound]
})

/** Returns a linked account of the signed-in user. An unknown account fails with `HttpFailure` (404). */
export const get = endpoint("client", "oauthProviders.get", "GET /oauth-providers/{user_id}/{provider_id}", {
  input: linked,
  output: OAuthProvider,
  errors: [CannotGetOwnUserWithoutUser, UserNotFound]
})

/** Returns a linked account of any user. An unknown account fails with `HttpFailure` (404). */
export const getAny = endpoint("server", "oauthProviders.getAny", "GET /oauth-providers/{user_id}/{provider_id}", {
  input: linked,
  output: ServerOAuthProvider,
  errors: [CannotGetOwnUserWithoutUser, UserNotFound]
})

/**
 * Links an account without contacting the provider, to import users from other systems.
 *
 * A provider that the project has not configured fails with `HttpFailure` (404). A second sign-in account at the same
 * provider and a duplicate account fail with `HttpFailure` (400).
 */
export const create = endpoint("server", "oauthProviders.create", "POST /oauth-providers", {
  input: oauthProviderCreate,
  output: ServerOAuthProvider,
  errors: [CannotGetOwnUserWithoutUser, UserNotFound, OAuthProviderAccountIdAlreadyUsedForSignIn],
  status: 201,
  invalidates: ["oauthProviders", "connectedAccounts", "users"]
})

/**
 * Changes what the signed-in user's linked account can be used for. A second sign-in account at the same provider fails
 * with `HttpFailure` (400).
 */
export const update = endpoint("client", "oauthProviders.update", "PATCH /oauth-providers/{user_id}/{provider_id}", {
  input: { ...linked, ...oauthProviderUpdate },
  output: OAuthProvider,
  errors: [CannotGetOwnUserWithoutUser, UserNotFound, OAuthProviderAccountIdAlreadyUsedForSignIn],
  invalidates: ["oauthProviders", "connectedAccounts", "users"]
})

/**
 * Changes a linked account of any user. A second sign-in account at the same provider fails with `HttpFailure` (400).
 */
export const updateAny = endpoint(
  "server",
  "oauthProviders.updateAny",
  "PATCH /oauth-providers/{user_id}/{provider_id}",
  {
    input: { ...linked, ...serverOAuthProviderUpdate },
    output: ServerOAuthProvider,
    errors: [CannotGetOwnUserWithoutUser, UserNotFound, OAuthProviderAccountIdAlreadyUsedForSignIn],
    invalidates: ["oauthProviders", "connectedAccounts", "users"]
  }
)

/** Unlinks an account, which can then no longer be used to sign in. */
const remove = endpoint("client", "oauthProviders.delete", "DELETE /oauth-providers/{user_id}/{provider_id}", {
  input: linked,
  output: Success,
  errors: [CannotGetOwnUserWithoutUser, UserNotFound],
  invalidates: ["oauthProviders", "connectedAccounts", "users"]
})
export { remove as delete }
