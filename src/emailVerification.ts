/** Proving that an address is one's own. Wire protocol §17. */
import * as Effect from "effect/Effect"
import * as ContactChannels from "../schemas/endpoints/contactChannels.ts"
import { asSecret, type SecretInput } from "../schemas/fields.ts"
import { callbackUrl } from "./callbackUrl.ts"

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
 * Verifies the address with the `code` parameter of the mailed link. Needs no session. A code that was used before
 * gives `VerificationCodeAlreadyUsed`: the address is verified then, so show it as done.
 */
export const verify = Effect.fn("emailVerification.verify")(function*(link: { readonly code: SecretInput }) {
  yield* ContactChannels.verify({ code: asSecret(link.code) })
})
