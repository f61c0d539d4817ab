/** The keys that access tokens are signed with. docs/protocol.md §9. */
import * as Schema from "effect/Schema"
import { wireStruct } from "../wireNames.ts"

/** A public key as RFC 7517 writes it. Members beyond the usual ones are kept. */
export const Jwk = Schema.StructWithRest(
  Schema.Struct({
    kty: Schema.String,
    kid: Schema.optionalKey(Schema.String),
    alg: Schema.optionalKey(Schema.String),
    crv: Schema.optionalKey(Schema.String),
    x: Schema.optionalKey(Schema.String),
    y: Schema.optionalKey(Schema.String)
  }),
  [Schema.Record(Schema.String, Schema.Unknown)]
)

/** A project's public keys: P-256 for ES256. A token's header names its key by `kid`. */
export class Jwks extends Schema.Opaque<Jwks>()(wireStruct({ keys: Schema.Array(Jwk) })) {}
