/** Types of values that the contract passes on unread, and that standards describe. */
import * as Schema from "effect/Schema"
import { AccessTokenClaims } from "../../../schemas/entities/AccessTokenClaims.ts"
import { Json, openEnum } from "../../../schemas/fields.ts"
import { wire, wireStruct } from "../../../schemas/wireNames.ts"
import { type Types, typesOf } from "./secretFields.ts"

/** Computes a value when it is first needed. */
const once = <A>(compute: () => A): () => A => {
  let value: A | undefined
  return () => value ??= compute()
}

const Credentials = Schema.Array(wireStruct({
  id: Schema.String,
  type: openEnum("public-key"),
  transports: Schema.Array(openEnum("ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"))
}))

/** The relying party of the platform's options, which a client replaces with the page's host. */
const relyingParty = "THIS_VALUE_WILL_BE_REPLACED.example.com"

const Requirement = openEnum("discouraged", "preferred", "required")

/** Options to create or to use a passkey, in the JSON form of WebAuthn. */
const PasskeyOptions = wireStruct({
  rp: wireStruct({ id: openEnum(relyingParty), name: Schema.String }),
  rpId: wire("rpId", openEnum(relyingParty)),
  user: wireStruct({ id: Schema.String, name: Schema.String, displayName: wire("displayName", Schema.String) }),
  challenge: Schema.String,
  timeout: Schema.Number,
  attestation: openEnum("direct", "enterprise", "indirect", "none"),
  userVerification: wire("userVerification", Requirement),
  hints: Schema.Array(openEnum("client-device", "hybrid", "security-key")),
  allowCredentials: wire("allowCredentials", Credentials),
  excludeCredentials: wire("excludeCredentials", Credentials),
  pubKeyCredParams: wire(
    "pubKeyCredParams",
    Schema.Array(wireStruct({ alg: Schema.Number, type: openEnum("public-key") }))
  ),
  authenticatorSelection: wire(
    "authenticatorSelection",
    wireStruct({
      authenticatorAttachment: wire("authenticatorAttachment", openEnum("cross-platform", "platform")),
      requireResidentKey: wire("requireResidentKey", Schema.Boolean),
      residentKey: wire("residentKey", Requirement),
      userVerification: wire("userVerification", Requirement)
    })
  ),
  extensions: Json
})

export const passkeyTypes: () => Types = once(() => typesOf(PasskeyOptions))

/** The claims of the platform's access tokens. Other tokens may have some of them. */
export const claimTypes: () => Types = once(() => typesOf(AccessTokenClaims))

/** The header of a JSON Web Token. */
export const headerTypes: () => Types = once(() =>
  typesOf(
    wireStruct({ alg: openEnum("ES256", "HS256", "RS256", "EdDSA", "none"), typ: openEnum("JWT"), kid: Schema.String })
  )
)
