/** Accounts at other providers linked to users. docs/platform.md §14. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { listOf, Success } from "../entities/answers.ts"
import {
  OAuthProvider,
  oauthProviderCreate,
  oauthProviderUpdate,
  ServerOAuthProvider,
  serverOAuthProviderUpdate
} from "../entities/OAuthProvider.ts"
import { OAuthProviderAccountIdAlreadyUsedForSignIn } from "../errors/oauth.ts"
import { CannotGetOwnUserWithoutUser, UserNotFound } from "../errors/users.ts"
import { UserId, Uuid } from "../fields.ts"

const linked = {
  userId: UserId,
  /** The `id` of the link, not the provider's name. */
  providerId: Uuid
}

/**
 * The linked accounts of the signed-in user, oldest first. Somebody else's, or no `userId`, is refused with a 403.
 *
 * A plain 404 means that an account's provider has since been removed from the project: older platforms then fail the
 * whole list.
 */
export const list = endpoint("client", "oauthProviders.list", "GET /oauth-providers", {
  input: { userId: Schema.optional(UserId) },
  output: listOf(OAuthProvider),
  errors: [CannotGetOwnUserWithoutUser, UserNotFound]
})

/** All linked accounts of the project, or those of one user; oldest first. A plain 404 as with `list`. */
export const listAll = endpoint("server", "oauthProviders.listAll", "GET /oauth-providers", {
  input: { userId: Schema.optional(UserId) },
  output: listOf(ServerOAuthProvider),
  errors: [CannotGetOwnUserWithoutUser, UserNotFound]
})

/** One linked account of the signed-in user. An unknown one is a plain 404. */
export const get = endpoint("client", "oauthProviders.get", "GET /oauth-providers/{user_id}/{provider_id}", {
  input: linked,
  output: OAuthProvider,
  errors: [CannotGetOwnUserWithoutUser, UserNotFound]
})

/** One linked account of any user. An unknown one is a plain 404. */
export const getAny = endpoint("server", "oauthProviders.getAny", "GET /oauth-providers/{user_id}/{provider_id}", {
  input: linked,
  output: ServerOAuthProvider,
  errors: [CannotGetOwnUserWithoutUser, UserNotFound]
})

/**
 * Links an account without the provider taking part: for moving users over from elsewhere.
 *
 * A provider the project has not set up is a plain 404; a second sign-in account of one provider, or the same account
 * twice, a plain 400.
 */
export const create = endpoint("server", "oauthProviders.create", "POST /oauth-providers", {
  input: oauthProviderCreate,
  output: ServerOAuthProvider,
  errors: [CannotGetOwnUserWithoutUser, UserNotFound, OAuthProviderAccountIdAlreadyUsedForSignIn],
  status: 201,
  invalidates: ["oauthProviders", "connectedAccounts", "users"]
})

/** Switches what the user's own account is good for. A second sign-in account of one provider is a plain 400. */
export const update = endpoint("client", "oauthProviders.update", "PATCH /oauth-providers/{user_id}/{provider_id}", {
  input: { ...linked, ...oauthProviderUpdate },
  output: OAuthProvider,
  errors: [CannotGetOwnUserWithoutUser, UserNotFound, OAuthProviderAccountIdAlreadyUsedForSignIn],
  invalidates: ["oauthProviders", "connectedAccounts", "users"]
})

/** Changes a linked account of any user. A second sign-in account of one provider is a plain 400. */
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

/** Unlinks an account. It can no longer be used to sign in. */
const remove = endpoint("client", "oauthProviders.delete", "DELETE /oauth-providers/{user_id}/{provider_id}", {
  input: linked,
  output: Success,
  errors: [CannotGetOwnUserWithoutUser, UserNotFound],
  invalidates: ["oauthProviders", "connectedAccounts", "users"]
})
export { remove as delete }
