/** Proving that an address is one's own. docs/protocol.md §17. */
import * as Effect from "effect/Effect"
import * as ContactChannels from "../../../schemas/endpoints/contactChannels.ts"
import type { SecretInput } from "../../../schemas/secrets.ts"
import { callbackUrl } from "../redirects/index.ts"
import { mailedCode } from "./mailedCode.ts"
import { renewToken } from "./renewToken.ts"

/** Mails a link that verifies one of the signed-in user's addresses. A verified one gives `EmailAlreadyVerified`. */
export const send = Effect.fn("emailVerification.send")(function*(options: {
  readonly contactChannelId: string
  /** Where the mailed link leads. @default the e-mail verification page of the site people are on */
  readonly callbackUrl?: string
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
 * Verifies the address with the `code` parameter of the mailed link. Needs no session, so any device will do; where there
 * is one, the next call carries a new access token, as the old one may go on saying that the user is restricted.
 *
 * Fails with the family `VerificationCodeError`: `VerificationCodeAlreadyUsed` means that the address is verified, so
 * show it as done; after 7 days `VerificationCodeExpired`, and for a link that is cut off `VerificationCodeNotFound`.
 */
export const verify = Effect.fn("emailVerification.verify")(function*(link: { readonly code: SecretInput }) {
  yield* ContactChannels.verify({ code: yield* mailedCode(link.code) }).pipe(
    // a link that was followed before, perhaps by a scanner of mails, has verified the address as well
    Effect.tapErrorTag("VerificationCodeAlreadyUsed", () => renewToken)
  )
  yield* renewToken
})
