/** The keys that programs identify themselves with. docs/platform.md §13. */
import * as Schema from "effect/Schema"
import { Millis, Secret } from "../fields.ts"
import { wire, wireStruct } from "../wireNames.ts"

/** What is left to see of a key once it was made. */
export class LastFour extends Schema.Opaque<LastFour>()(wireStruct({ lastFour: Schema.String })) {}

const set = {
  id: Schema.String,
  description: Schema.String,
  expiresAt: wire("expires_at_millis", Millis),
  /** There while the set is revoked, which is for ever. */
  manuallyRevokedAt: wire("manually_revoked_at_millis", Schema.optionalKey(Millis)),
  createdAt: wire("created_at_millis", Millis)
}

/** A set of keys, one for each level it was made for. They expire and are revoked together. */
export class InternalApiKey extends Schema.Opaque<InternalApiKey>()(wireStruct({
  ...set,
  publishableClientKey: Schema.optionalKey(LastFour),
  secretServerKey: Schema.optionalKey(LastFour),
  superSecretAdminKey: Schema.optionalKey(LastFour)
})) {}

/** A new set of keys: the only time they are shown in full. */
export class InternalApiKeyFirstView extends Schema.Opaque<InternalApiKeyFirstView>()(wireStruct({
  ...set,
  /** `pck_` and 45 characters. Not a secret in an app, but whoever prints it should mean to. */
  publishableClientKey: Schema.optionalKey(Secret),
  /** `ssk_` and 45 characters. */
  secretServerKey: Schema.optionalKey(Secret),
  /** `sak_` and 45 characters. */
  superSecretAdminKey: Schema.optionalKey(Secret)
})) {}
