/** What the OAuth token endpoint answers with, and the answers around it. docs/protocol.md §10, §11. */
import * as Schema from "effect/Schema"
import { openEnum, Secret } from "../fields.ts"
import { wire, wireStruct } from "../wireNames.ts"

/** The answer to a refresh. The refresh token keeps its value, so one that comes along can be ignored. */
export class RefreshedTokens extends Schema.Opaque<RefreshedTokens>()(wireStruct({
  accessToken: Secret,
  refreshToken: Schema.optionalKey(Secret),
  tokenType: openEnum("Bearer"),
  /** Seconds, and not to be relied on: about 3600 whatever the token's own life is. Its `exp` claim is right. */
  expiresIn: Schema.Finite,
  scope: openEnum("legacy"),
  /** Where the authorization asked to go next; `null` when it did not ask. Later revisions say so for a refresh, too. */
  afterCallbackRedirectUrl: Schema.optionalKey(Schema.NullOr(Schema.String)),
  /** The older spelling of `afterCallbackRedirectUrl`. */
  afterCallbackRedirect: wire("afterCallbackRedirectUrl", Schema.optionalKey(Schema.NullOr(Schema.String)))
})) {}

/** The answer to an authorization code: a new session. */
export class ExchangedTokens extends Schema.Opaque<ExchangedTokens>()(wireStruct({
  ...RefreshedTokens.fields,
  refreshToken: Secret,
  /** This sign-in made the account. */
  isNewUser: Schema.Boolean,
  /** The older spelling of `isNewUser`. */
  newUser: wire("newUser", Schema.optionalKey(Schema.Boolean))
})) {}

/** Where to send the browser, for a page that asked. A platform that redirects instead says nothing in its body. */
export class AuthorizeLocation extends Schema.Opaque<AuthorizeLocation>()(wireStruct({
  location: Schema.optionalKey(Schema.String)
})) {}

/** Where to send the browser to finish a hand-over to another domain. Works once. */
export class CrossDomainRedirect extends Schema.Opaque<CrossDomainRedirect>()(wireStruct({
  redirectUrl: Schema.String
})) {}
