/** Errors that browsers and `@simplewebauthn/browser` throw for passkeys. */
import type { WebAuthnErrorCode } from "@simplewebauthn/browser"
import { PasskeyWebAuthnError } from "../../schemas/errors/passkeys.ts"
import { PasskeyCancelled } from "./PasskeyCancelled.ts"

/** Errors of a passkey prompt. */
export type PasskeyFailure = PasskeyCancelled | PasskeyWebAuthnError

const aborted: WebAuthnErrorCode = "ERROR_CEREMONY_ABORTED"

/** The library's code for browser errors that have no code of their own. The browser's error name is more specific. */
const seeName: WebAuthnErrorCode = "ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY"

/** Converts any thrown value to a passkey error. Browser extensions may throw any value. */
export const passkeyFailure = (step: PasskeyCancelled["step"], thrown: unknown): PasskeyFailure => {
  const { code, name } = read(thrown)
  if (name === "NotAllowedError") return new PasskeyCancelled({ step, reason: "Declined" })
  if (code === aborted || name === "AbortError") return new PasskeyCancelled({ step, reason: "Aborted" })
  return webAuthnError(thrown)
}

/** Converts a thrown value to the error for browser failures other than a cancelled prompt. */
export const webAuthnError = (thrown: unknown): PasskeyWebAuthnError => {
  const { code, message, name } = read(thrown)
  return new PasskeyWebAuthnError({
    code: code?.startsWith("ERROR_") === true && code !== seeName ? code : name ?? "UnknownError",
    message: message?.slice(0, longest)
  })
}

/** Maximum length of an error's message. */
const longest = 1000

const read = (thrown: unknown) => {
  const { code, message, name } = Object(thrown) as { readonly [key: string]: unknown }
  return { code: textOf(code), message: textOf(message), name: textOf(name) }
}

const textOf = (value: unknown): string | undefined => typeof value === "string" && value !== "" ? value : undefined
