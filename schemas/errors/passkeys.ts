/** Errors about registering passkeys, and signing in with them. */
import * as Schema from "effect/Schema"
import { KnownError } from "../KnownError.ts"

/**
 * The platform rejected the new passkey; the platform's message has the reason. Client code also fails with this error
 * when the browser's part fails in an unexpected way.
 *
 * @cause The project does not trust the site's domain.
 * @cause The user took longer than the challenge's lifetime.
 * @fix Read the message. Add the site's domain in the project's domain settings, or start the registration again.
 */
export class PasskeyRegistrationFailed extends KnownError("PasskeyRegistrationFailed", {
  code: "PASSKEY_REGISTRATION_FAILED",
  status: 400,
  textOnly: true,
  message: "The passkey could not be added. Try again, or use another device or browser."
}) {}

/**
 * The browser could not create or use the passkey. `details.code` is the code of `@simplewebauthn/browser`, such as
 * `ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED`, or the name of the browser's own error. `details.message` is the
 * browser's text. Only client code fails with this error. A cancelled prompt fails with `PasskeyCancelled` instead.
 *
 * @cause The device already has a passkey for the account.
 * @cause The page's address doesn't match the domain of the passkeys, or is not HTTPS.
 * @cause The device has no screen lock, or cannot store passkeys.
 * @fix Show `error.message`, which fits the code, and keep offering the other sign-in methods.
 * @fix If the domain is the cause, open the site on the domain in the project's settings.
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
        return "The browser rejected the app's passkey settings. Choose another way, and tell the app's owner."
      default:
        return "The browser could not complete the step with the passkey. Try again, or choose another way."
    }
  }
}) {}

/**
 * The project does not know the passkey, or its signature is invalid; the platform's message says which. Client code
 * also fails with this error for other failures of the sign-in.
 *
 * @cause The passkey was removed from the account, but the device still offers it.
 * @cause The passkey belongs to another environment on the same domain.
 * @fix Let the user choose another passkey or another sign-in method, and delete the old passkey on the device.
 */
export class PasskeyAuthenticationFailed extends KnownError("PasskeyAuthenticationFailed", {
  code: "PASSKEY_AUTHENTICATION_FAILED",
  status: 400,
  textOnly: true,
  message: "This passkey did not sign you in. Try another passkey, or choose another way to sign in."
}) {}
