/**
 * Passkey registration and sign-in. The platform starts a WebAuthn ceremony, the browser performs it, and the platform
 * verifies the result. docs/protocol.md §15.
 */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { PasskeyAuthenticationInit, PasskeyRegistered, PasskeyRegistrationInit } from "../entities/Passkey.ts"
import { codeErrors } from "../entities/sharedErrors.ts"
import { SignInTokens } from "../entities/Tokens.ts"
import { PasskeyAuthenticationNotEnabled } from "../errors/authConfiguration.ts"
import { MultiFactorAuthenticationRequired } from "../errors/multiFactor.ts"
import { PasskeyAuthenticationFailed, PasskeyRegistrationFailed } from "../errors/passkeys.ts"
import { Code } from "../fields.ts"

/** Starts a registration for the signed-in user. The code is valid for 65 seconds. */
export const initiateRegistration = endpoint(
  "client",
  "passkey.initiateRegistration",
  "POST /auth/passkey/initiate-passkey-registration",
  { output: PasskeyRegistrationInit, errors: [PasskeyAuthenticationNotEnabled], unknownFields: "ignored" }
)

/**
 * Stores the passkey that the browser created. A user has one passkey, so a new registration replaces it. The page must
 * be on a trusted domain of the project, or on localhost if the project allows it.
 *
 * The request needs a live session. Without one, the call fails with `HttpFailure` (500) and the code is used up.
 */
export const register = endpoint("client", "passkey.register", "POST /auth/passkey/register", {
  input: {
    /** WebAuthn's `RegistrationResponseJSON`. */
    credential: Schema.ObjectKeyword,
    code: Code
  },
  output: PasskeyRegistered,
  errors: [...codeErrors, PasskeyAuthenticationNotEnabled, PasskeyRegistrationFailed],
  unknownFields: "ignored",
  invalidates: ["users"]
})

/** Starts a sign-in. The browser chooses the user. The code is valid for 65 seconds. */
export const initiateAuthentication = endpoint(
  "client",
  "passkey.initiateAuthentication",
  "POST /auth/passkey/initiate-passkey-authentication",
  {
    output: PasskeyAuthenticationInit,
    errors: [PasskeyAuthenticationNotEnabled],
    session: "optional",
    unknownFields: "ignored"
  }
)

/**
 * Opens a session for the owner of the passkey; `isNewUser` is always `false`. An unknown passkey, an invalid signature
 * and a page on an untrusted domain all fail with `PasskeyAuthenticationFailed`.
 */
export const signIn = endpoint("client", "passkey.signIn", "POST /auth/passkey/sign-in", {
  input: {
    /** WebAuthn's `AuthenticationResponseJSON`. */
    authenticationResponse: Schema.ObjectKeyword,
    code: Code
  },
  output: SignInTokens,
  errors: [
    ...codeErrors,
    PasskeyAuthenticationNotEnabled,
    PasskeyAuthenticationFailed,
    MultiFactorAuthenticationRequired
  ],
  session: "optional"
})
