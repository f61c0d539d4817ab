/** Accounts at other providers that are linked to a user. docs/platform.md §14. */
import * as Schema from "effect/Schema"
import { Email, openEnum, UserId } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"
import { oauthProviderTypes } from "./Project.ts"

/** A linked account. Its `id` is a UUID of the link, not the provider's name: that is `type`. */
export class OAuthProvider extends Schema.Opaque<OAuthProvider>()(wireStruct({
  id: Schema.String,
  userId: Schema.String,
  type: openEnum(...oauthProviderTypes),
  /** The project's provider the account came through. Sent by newer platforms only. */
  providerConfigId: Schema.optionalKey(Schema.String),
  /** The address the provider told; absent when it told none. */
  email: Schema.optionalKey(Schema.String),
  /** The user can sign in with it. */
  allowSignIn: Schema.Boolean,
  /** Access tokens of the account can be asked for: `connectedAccounts.createAccessToken`. */
  allowConnectedAccounts: Schema.Boolean
})) {}

/** A linked account as a backend sees it. */
export class ServerOAuthProvider extends Schema.Opaque<ServerOAuthProvider>()(wireStruct({
  ...OAuthProvider.fields,
  /** The user's id at the provider. */
  accountId: Schema.String
})) {}

/** What links an account. */
export const oauthProviderCreate = {
  userId: UserId,
  /** A provider the project has set up, such as `google`. */
  providerConfigId: Schema.String,
  /** The user's id at the provider. */
  accountId: Schema.String,
  /** Left out when unknown. */
  email: Schema.optional(Email),
  allowSignIn: Schema.Boolean,
  allowConnectedAccounts: Schema.Boolean
}

/** What a signed-in user may change. A field that is left out stays as it is. */
export const oauthProviderUpdate = {
  allowSignIn: Schema.optional(Schema.Boolean),
  allowConnectedAccounts: Schema.optional(Schema.Boolean)
}

/** What a backend may change. A field that is left out stays as it is. */
export const serverOAuthProviderUpdate = {
  ...oauthProviderUpdate,
  email: Schema.optional(Email),
  /** Give it along when turning `allowSignIn` on: without it, any other sign-in account may count as a duplicate. */
  accountId: Schema.optional(Schema.String)
}
