/** The public keys that verify access tokens. docs/protocol.md §9. */
import * as Schema from "effect/Schema"
import { wireStruct } from "../wireNames.ts"

/** A public key as defined by RFC 7517. Unknown members are kept. */
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

/** A project's public keys: P-256 for ES256. A token's header has the `kid` of its key. */
export class Jwks extends Schema.Opaque<Jwks>()(wireStruct({ keys: Schema.Array(Jwk) })) {}
