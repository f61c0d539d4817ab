/** Flows around an account's password. docs/protocol.md §16. How long a password may be is the platform's to tell. */
import * as Effect from "effect/Effect"
import { Session } from "../../../layers/session/index.ts"
import * as Password from "../../../schemas/endpoints/password.ts"
import type { SecretInput } from "../../../schemas/secrets.ts"
import { callbackUrl } from "../redirects/index.ts"
import { mailedCode } from "./mailedCode.ts"

/** Mails a link to reset the password. The answer is the same for an unknown address. */
export const sendResetCode = Effect.fn("password.sendResetCode")(function*(options: {
  readonly email: string
  /** Where the mailed link leads. @default the password-reset page of the site people are on */
  readonly callbackUrl?: string
}) {
  yield* Password.sendResetCode({
    email: options.email,
    callbackUrl: yield* callbackUrl(Password.sendResetCode.spec.name, "passwordReset", options.callbackUrl)
  })
})

/** Fails with the family `VerificationCodeError` when the code of the link is no longer good. Does not use it up. */
export const checkResetCode = Effect.fn("password.checkResetCode")(function*(link: { readonly code: SecretInput }) {
  yield* Password.checkResetCode({ code: yield* mailedCode(link.code) })
})

/**
 * Sets a new password with the code of the link, and ends every session of the user, one in this program too. Nobody is
 * signed in by it. The platform uses the code up before it looks at the length: show the rule before asking.
 */
export const reset = Effect.fn("password.reset")(function*(link: {
  readonly code: SecretInput
  readonly password: SecretInput
}) {
  yield* Password.reset({ code: yield* mailedCode(link.code), password: link.password })
  const session = yield* Session
  // whether this one ended as well is found out now, rather than when its access token is old
  if (session.state()._tag !== "SignedOut") yield* Effect.ignore(Effect.andThen(session.renewNext, session.tokens()))
})

/**
 * Changes the signed-in user's password and ends the user's other sessions. A wrong old password gives
 * `PasswordConfirmationMismatch`.
 */
export const update = Effect.fn("password.update")(function*(passwords: {
  readonly oldPassword: SecretInput
  readonly newPassword: SecretInput
}) {
  yield* Password.update({
    oldPassword: passwords.oldPassword,
    newPassword: passwords.newPassword
  })
})

/** Gives the signed-in user a first password. Where there is one already, an `HttpFailure` says so. */
export const set = Effect.fn("password.set")(function*(first: { readonly password: SecretInput }) {
  yield* Password.set({ password: first.password })
})
