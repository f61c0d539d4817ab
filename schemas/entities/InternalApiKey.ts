/** The project's own API keys. docs/platform.md §13. */
import * as Schema from "effect/Schema"
import { Millis, Secret } from "../fields.ts"
import { wire, wireStruct } from "../wireNames.ts"

/** The part of a key that stays readable after its creation. */
export class LastFour extends Schema.Opaque<LastFour>()(wireStruct({ lastFour: Schema.String })) {}

const set = {
  id: Schema.String,
  description: Schema.String,
  expiresAt: wire("expires_at_millis", Millis),
  /** Time of the revocation, which is permanent; absent while the set is not revoked. */
  manuallyRevokedAt: wire("manually_revoked_at_millis", Schema.optionalKey(Millis)),
  createdAt: wire("created_at_millis", Millis)
}

/** A set of keys, one for each access level it was created for. The keys expire and are revoked together. */
export class InternalApiKey extends Schema.Opaque<InternalApiKey>()(wireStruct({
  ...set,
  publishableClientKey: Schema.optionalKey(LastFour),
  secretServerKey: Schema.optionalKey(LastFour),
  superSecretAdminKey: Schema.optionalKey(LastFour)
})) {}

/** A newly created set of keys. Only the response to its creation has the whole keys. */
export class InternalApiKeyFirstView extends Schema.Opaque<InternalApiKeyFirstView>()(wireStruct({
  ...set,
  /** `pck_` and 45 characters. Apps may expose this key; it is redacted only so that nothing prints it by accident. */
  publishableClientKey: Schema.optionalKey(Secret),
  /** `ssk_` and 45 characters. */
  secretServerKey: Schema.optionalKey(Secret),
  /** `sak_` and 45 characters. */
  superSecretAdminKey: Schema.optionalKey(Secret)
})) {}
