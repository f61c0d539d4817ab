/** The platform's part of the WebAuthn ceremonies. docs/protocol.md §15. */
import * as Schema from "effect/Schema"
import { Json, Secret } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"

/** The options for creating a passkey in the browser. */
export class PasskeyRegistrationInit extends Schema.Opaque<PasskeyRegistrationInit>()(wireStruct({
  /**
   * WebAuthn's `PublicKeyCredentialCreationOptionsJSON`. Its `rp.id` is `THIS_VALUE_WILL_BE_REPLACED.example.com`:
   * replace it with the hostname of the page first.
   */
  optionsJson: Json,
  /** Code to send with the new credential. Valid for 65 seconds. */
  code: Secret
})) {}

/** The options for using a passkey in the browser. */
export class PasskeyAuthenticationInit extends Schema.Opaque<PasskeyAuthenticationInit>()(wireStruct({
  /**
   * WebAuthn's `PublicKeyCredentialRequestOptionsJSON`. Its `rpId` is `THIS_VALUE_WILL_BE_REPLACED.example.com`:
   * replace it with the hostname of the page first.
   */
  optionsJson: Json,
  /** Code to send with the signed challenge. Valid for 65 seconds. */
  code: Secret
})) {}

/** The response to a passkey registration. */
export class PasskeyRegistered extends Schema.Opaque<PasskeyRegistered>()(wireStruct({
  /** The credential's id in base64url, despite the name. */
  userHandle: Schema.String
})) {}
