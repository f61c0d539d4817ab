/** OAuth provider accounts with access tokens that an app can use. */
import * as Schema from "effect/Schema"
import { Secret } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"

/** A linked account with access tokens. */
export class ConnectedAccount extends Schema.Opaque<ConnectedAccount>()(wireStruct({
  userId: Schema.String,
  /** The id of the provider in the project, for example `google`. */
  provider: Schema.String,
  /** The user's id at the provider. */
  providerAccountId: Schema.String
})) {}

/** An access token of the provider, not of the platform. Valid for at least five more minutes when it is returned. */
export class ConnectedAccountAccessToken extends Schema.Opaque<ConnectedAccountAccessToken>()(wireStruct({
  accessToken: Secret
})) {}
