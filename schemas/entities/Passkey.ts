/** The server's side of the WebAuthn ceremonies. docs/protocol.md §15. */
import * as Schema from "effect/Schema"
import { Json, Secret } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"

/** What a browser needs to make a passkey. */
export class PasskeyRegistrationInit extends Schema.Opaque<PasskeyRegistrationInit>()(wireStruct({
  /**
   * WebAuthn's `PublicKeyCredentialCreationOptionsJSON`. Its `rp.id` is `THIS_VALUE_WILL_BE_REPLACED.example.com`:
   * put the hostname of the page there first.
   */
  optionsJson: Json,
  /** Goes along with the new credential. Good for 65 seconds. */
  code: Secret
})) {}

/** What a browser needs to ask for a passkey. */
export class PasskeyAuthenticationInit extends Schema.Opaque<PasskeyAuthenticationInit>()(wireStruct({
  /**
   * WebAuthn's `PublicKeyCredentialRequestOptionsJSON`. Its `rpId` is `THIS_VALUE_WILL_BE_REPLACED.example.com`:
   * put the hostname of the page there first.
   */
  optionsJson: Json,
  /** Goes along with the signed challenge. Good for 65 seconds. */
  code: Secret
})) {}

/** The passkey is kept. */
export class PasskeyRegistered extends Schema.Opaque<PasskeyRegistered>()(wireStruct({
  /** The credential's id in base64url, despite the name. */
  userHandle: Schema.String
})) {}
