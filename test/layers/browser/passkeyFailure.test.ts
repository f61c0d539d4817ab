import { WebAuthnError, type WebAuthnErrorCode } from "@simplewebauthn/browser"
import { assert, describe, it } from "vitest"
import { passkeyFailure, webAuthnError } from "../../../layers/browser/passkeyFailure.ts"

const named = (name: string) => new DOMException("The browser's message.", name)

const thrown = (code: WebAuthnErrorCode, name = "UnknownError") =>
  new WebAuthnError({ code, message: "The library's message.", cause: named(name) })

/** Message for every error code of the library. If the library adds a code, this doesn't compile. */
const sentences: { readonly [Code in WebAuthnErrorCode]: RegExp | "cancelled" } = {
  ERROR_CEREMONY_ABORTED: "cancelled",
  ERROR_INVALID_DOMAIN: /do not work at this address\. Open the app on its own domain with HTTPS/,
  ERROR_INVALID_RP_ID: /belong to another address\. Open the app there/,
  ERROR_INVALID_USER_ID_LENGTH: /rejected the app's passkey settings\. Choose another way/,
  ERROR_MALFORMED_PUBKEYCREDPARAMS: /rejected the app's passkey settings\. Choose another way/,
  ERROR_AUTHENTICATOR_GENERAL_ERROR: /could not complete the step with the passkey\. Try again/,
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: /cannot hold a passkey of this app\. Use another one/,
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT: /cannot check that it is you\. Set up a screen lock/,
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: /already has a passkey for your account\. Use that one/,
  ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG: /cannot hold a passkey of this app\. Use another one/,
  ERROR_AUTO_REGISTER_USER_VERIFICATION_FAILURE: /cannot check that it is you\. Set up a screen lock/,
  ERROR_SIGNAL_INVALID_ARGUMENT: /rejected the app's passkey settings\. Choose another way/,
  ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY: /could not complete the step with the passkey\. Try again/
}

const steps = ["register", "signIn"] as const

describe("passkeyFailure", () => {
  for (const [code, sentence] of Object.entries(sentences)) {
    for (const step of steps) {
      it(`K1: ${code} during ${step} has a message with the next step`, () => {
        const failure = passkeyFailure(step, thrown(code as WebAuthnErrorCode))

        if (sentence === "cancelled") {
          assert.deepInclude(failure, { _tag: "PasskeyCancelled", step, reason: "Aborted" })
        } else {
          const expected = code === "ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY" ? "UnknownError" : code
          assert.strictEqual(failure._tag, "PasskeyWebAuthnError")
          if (failure._tag !== "PasskeyWebAuthnError") return
          assert.deepStrictEqual(failure.details, { code: expected, message: "The library's message." })
          assert.match(failure.message, sentence)
        }
      })
    }
  }

  for (const step of steps) {
    it(`a dismissed prompt during ${step} is a cancellation, not an error`, () => {
      const failure = passkeyFailure(step, thrown("ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY", "NotAllowedError"))

      assert.deepInclude(failure, { _tag: "PasskeyCancelled", step, reason: "Declined" })
      assert.match(failure.message, step === "register" ? /^No passkey was added: / : /^The passkey was not used: /)
    })
  }

  it("K1: the error for an invalid state during sign-in doesn't claim that a passkey is already registered", () => {
    const failure = passkeyFailure("signIn", named("InvalidStateError"))

    assert.deepInclude(failure, { _tag: "PasskeyWebAuthnError" })
    assert.notMatch(failure.message, /already/)
  })

  it("a passkey error accepts any value that an extension may throw", () => {
    const odd = [undefined, null, "no", 7, {}, { name: 1, code: 2, message: 3 }, Object.create(null), new Error("")]
    for (const each of odd) {
      for (const failure of [passkeyFailure("signIn", each), webAuthnError(each)]) {
        assert.strictEqual(failure._tag, "PasskeyWebAuthnError")
        assert.notStrictEqual(failure.message, "")
      }
    }
  })

  it("a passkey error truncates an extension's message to 1,000 characters", () => {
    assert.lengthOf(webAuthnError({ message: "x".repeat(100_000) }).details.message!, 1000)
  })
})
