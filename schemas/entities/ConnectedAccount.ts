/** Accounts at other providers whose access tokens an app may use on the user's behalf. */
import * as Schema from "effect/Schema"
import {
  OAuthAccessTokenNotAvailableWithSharedOAuthKeys,
  OAuthConnectionDoesNotHaveRequiredScope,
  OAuthConnectionNotConnectedToUser,
  OAuthProviderNotFoundOrNotEnabled
} from "../errors/oauth.ts"
import { CannotGetOwnUserWithoutUser } from "../errors/users.ts"
import { Secret } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"

/** A linked account that allows access tokens. */
export class ConnectedAccount extends Schema.Opaque<ConnectedAccount>()(wireStruct({
  userId: Schema.String,
  /** The project's id of the provider, such as `google`. */
  provider: Schema.String,
  /** The user's id at the provider. */
  providerAccountId: Schema.String
})) {}

/** An access token of the provider, not of the platform. Good for at least five more minutes when it is handed out. */
export class ConnectedAccountAccessToken extends Schema.Opaque<ConnectedAccountAccessToken>()(wireStruct({
  accessToken: Secret
})) {}

/** Why there may be no such token. */
export const accessTokenErrors = [
  CannotGetOwnUserWithoutUser,
  OAuthProviderNotFoundOrNotEnabled,
  OAuthAccessTokenNotAvailableWithSharedOAuthKeys,
  OAuthConnectionNotConnectedToUser,
  OAuthConnectionDoesNotHaveRequiredScope
] as const
