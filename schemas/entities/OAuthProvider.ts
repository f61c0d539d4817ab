/** OAuth accounts that are linked to a user. docs/platform.md §14. */
import * as Schema from "effect/Schema"
import { Email, openEnum, UserId } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"
import { oauthProviderTypes } from "./oauthProviderTypes.ts"

/** A linked account. Its `id` is the UUID of the link; `type` is the provider. */
export class OAuthProvider extends Schema.Opaque<OAuthProvider>()(wireStruct({
  id: Schema.String,
  userId: Schema.String,
  type: openEnum(...oauthProviderTypes),
  /** The project's provider that the account was linked through. Newer platforms only. */
  providerConfigId: Schema.optionalKey(Schema.String),
  /** The email address from the provider; absent if the provider sent none. */
  email: Schema.optionalKey(Schema.String),
  /** Whether the user can sign in with this account. */
  allowSignIn: Schema.Boolean,
  /** Whether an app can request access tokens for the account with `connectedAccounts.createAccessToken`. */
  allowConnectedAccounts: Schema.Boolean
})) {}

/** A linked account as a back end sees it. */
export class ServerOAuthProvider extends Schema.Opaque<ServerOAuthProvider>()(wireStruct({
  ...OAuthProvider.fields,
  /** The user's id at the provider. */
  accountId: Schema.String
})) {}

/** The fields of a new link. */
export const oauthProviderCreate = {
  userId: UserId,
  /** A provider that is configured in the project, for example `google`. */
  providerConfigId: Schema.String,
  /** The user's id at the provider. */
  accountId: Schema.String,
  /** Omit the address if it is unknown. */
  email: Schema.optional(Email),
  allowSignIn: Schema.Boolean,
  allowConnectedAccounts: Schema.Boolean
}

/** The fields that a signed-in user can change. An omitted field stays unchanged. */
export const oauthProviderUpdate = {
  allowSignIn: Schema.optional(Schema.Boolean),
  allowConnectedAccounts: Schema.optional(Schema.Boolean)
}

/** The fields that a back end can change. An omitted field stays unchanged. */
export const serverOAuthProviderUpdate = {
  ...oauthProviderUpdate,
  email: Schema.optional(Email),
  /**
   * Send the account id when you turn `allowSignIn` on: without the id, any other sign-in account may be treated as a
   * duplicate.
   */
  accountId: Schema.optional(Schema.String)
}
