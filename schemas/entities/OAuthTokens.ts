/** The responses of the OAuth token and authorize endpoints. docs/protocol.md §10, §11. */
import * as Schema from "effect/Schema"
import { openEnum, Secret } from "../fields.ts"
import { wire, wireStruct } from "../wireNames.ts"

/** The response to a refresh. The refresh token doesn't change; callers can ignore the one in the response. */
export class RefreshedTokens extends Schema.Opaque<RefreshedTokens>()(wireStruct({
  accessToken: Secret,
  refreshToken: Schema.optionalKey(Secret),
  tokenType: openEnum("Bearer"),
  /** Lifetime in seconds. Unreliable, because it is about 3600 for every token. Use the token's `exp` claim. */
  expiresIn: Schema.Finite,
  scope: openEnum("legacy"),
  /**
   * The page to open next, from the authorization request; `null` if the request had none. Later revisions send it for
   * refreshes too.
   */
  afterCallbackRedirectUrl: Schema.optionalKey(Schema.NullOr(Schema.String)),
  /** The older spelling of `afterCallbackRedirectUrl`. */
  afterCallbackRedirect: wire("afterCallbackRedirectUrl", Schema.optionalKey(Schema.NullOr(Schema.String)))
})) {}

/** The response to an authorization code: a new session. */
export class ExchangedTokens extends Schema.Opaque<ExchangedTokens>()(wireStruct({
  ...RefreshedTokens.fields,
  refreshToken: Secret,
  /** Whether this sign-in created the account. */
  isNewUser: Schema.Boolean,
  /** The older spelling of `isNewUser`. */
  newUser: wire("newUser", Schema.optionalKey(Schema.Boolean))
})) {}

/**
 * The URL to open in the browser, for requests with `stackResponseMode: "json"`. A platform that redirects sends no
 * body.
 */
export class AuthorizeLocation extends Schema.Opaque<AuthorizeLocation>()(wireStruct({
  location: Schema.optionalKey(Schema.String)
})) {}

/** The URL that continues a sign-in on another domain. Works once. */
export class CrossDomainRedirect extends Schema.Opaque<CrossDomainRedirect>()(wireStruct({
  redirectUrl: Schema.String
})) {}
