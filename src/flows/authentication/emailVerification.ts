/** Verification of email addresses. docs/protocol.md §17. */
import * as Effect from "effect/Effect"
import * as ContactChannels from "../../../schemas/endpoints/contactChannels.ts"
import type { SecretInput } from "../../../schemas/secrets.ts"
import { callbackUrl } from "../redirects/index.ts"
import { mailedCode } from "./mailedCode.ts"
import { renewToken } from "./renewToken.ts"

/**
 * Sends an email with a link that verifies one of the signed-in user's addresses. Fails with `EmailAlreadyVerified` for
 * a verified address.
 */
export const send = Effect.fn("emailVerification.send")(function*(options: {
  readonly contactChannelId: string
  /** Target of the link in the email. @default the email verification page of the current site */
  readonly callbackUrl?: string | undefined
}) {
  yield* ContactChannels.sendVerificationCode({
    userId: "me",
    contactChannelId: options.contactChannelId,
    callbackUrl: yield* callbackUrl(
      ContactChannels.sendVerificationCode.spec.name,
      "emailVerification",
      options.callbackUrl
    )
  })
})

/**
 * Verifies the address with the `code` parameter of the link. It requires no session, so the link works on any device.
 * If there is a session, the next call sends a new access token, because the old one may still contain a restriction.
 *
 * Fails with the family `VerificationCodeError`. `VerificationCodeAlreadyUsed` means that the address is verified, so
 * show it as a success. After 7 days the error is `VerificationCodeExpired`, and for a truncated link
 * `VerificationCodeNotFound`.
 *
 * Email scanners also open links: unless the user is signed in, call `verify` when the user presses a button.
 */
export const verify = Effect.fn("emailVerification.verify")(function*(link: { readonly code: SecretInput }) {
  yield* ContactChannels.verify({ code: yield* mailedCode(link.code) }).pipe(
    // a used link has verified the address too, even if an email scanner opened it
    Effect.tapErrorTag("VerificationCodeAlreadyUsed", () => renewToken)
  )
  yield* renewToken
})
