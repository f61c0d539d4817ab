/** Passkeys: adding one, and signing in with one. */
import * as Schema from "effect/Schema"
import { KnownError } from "../KnownError.ts"

/**
 * The new passkey was refused. The platform's sentence says why; client code raises it as well when the browser's step
 * fails in an unexpected way.
 *
 * @cause The site's domain is not one that the project trusts.
 * @cause The step took longer than the challenge lives.
 * @fix Read the sentence. Add the site's domain in the project's domain settings, or start the step again.
 */
export class PasskeyRegistrationFailed extends KnownError("PasskeyRegistrationFailed", {
  code: "PASSKEY_REGISTRATION_FAILED",
  status: 400,
  textOnly: true,
  message: "The passkey could not be added. Try again, or use another device or browser."
}) {}

/**
 * The browser could not do the step with the passkey. `details.code` is the code of `@simplewebauthn/browser`, such as
 * `ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED`, or else the name of the browser's own error; `details.message` is the
 * browser's text. Never sent by the platform; client code raises it. A step that was cancelled is none of these: it is
 * `PasskeyCancelled`.
 *
 * @cause The device has a passkey of the account already.
 * @cause The page is on an address that the passkeys do not belong to, or not on HTTPS.
 * @cause The device has no screen lock, or cannot hold passkeys.
 * @fix Show the error's sentence, which fits the code, and keep the other ways to sign in open.
 * @fix Where the domain is at fault, open the site on the domain that the project names.
 */
export class PasskeyWebAuthnError extends KnownError("PasskeyWebAuthnError", {
  code: "PASSKEY_WEBAUTHN_ERROR",
  status: 400,
  details: { message: Schema.String, code: Schema.String },
  message: ({ code }) => {
    switch (code) {
      case "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED":
        return "This device already has a passkey for your account. Use that one, or add one on another device."
      case "SecurityError":
      case "ERROR_INVALID_DOMAIN":
        return "Passkeys do not work at this address. Open the app on its own domain with HTTPS, or on localhost."
      case "ERROR_INVALID_RP_ID":
        return "The passkeys of this app belong to another address. Open the app there, or choose another way."
      case "ConstraintError":
      case "ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT":
      case "ERROR_AUTO_REGISTER_USER_VERIFICATION_FAILURE":
        return "This device cannot check that it is you. Set up a screen lock or PIN, or use another device."
      case "ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT":
      case "ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG":
        return "This device or security key cannot hold a passkey of this app. Use another one, or a password manager."
      case "ERROR_INVALID_USER_ID_LENGTH":
      case "ERROR_MALFORMED_PUBKEYCREDPARAMS":
      case "ERROR_SIGNAL_INVALID_ARGUMENT":
        return "The browser was asked for something that no passkey can be. Choose another way, and tell the app's owner."
      default:
        return "The browser could not complete the step with the passkey. Try again, or choose another way."
    }
  }
}) {}

/**
 * The passkey is unknown to the project or its signature does not hold. The platform's sentence says which; client code
 * raises it as well for other failures of the sign-in.
 *
 * @cause The passkey was removed from the account, but the device still offers it.
 * @cause The passkey is of another environment on the same domain.
 * @fix Let the person try another passkey or another way to sign in, and delete the old one on the device.
 */
export class PasskeyAuthenticationFailed extends KnownError("PasskeyAuthenticationFailed", {
  code: "PASSKEY_AUTHENTICATION_FAILED",
  status: 400,
  textOnly: true,
  message: "This passkey did not sign you in. Try another passkey, or choose another way to sign in."
}) {}
