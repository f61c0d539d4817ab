/** Flows for an account's password. docs/protocol.md §16. The platform defines the allowed length. */
import * as Effect from "effect/Effect"
import { Session } from "../../../layers/session/index.ts"
import * as Password from "../../../schemas/endpoints/password.ts"
import type { SecretInput } from "../../../schemas/secrets.ts"
import { callbackUrl } from "../redirects/index.ts"
import { mailedCode } from "./mailedCode.ts"

/** Sends an email with a link to reset the password. The result is the same for an unknown address. */
export const sendResetCode = Effect.fn("password.sendResetCode")(function*(options: {
  readonly email: string
  /** Target of the link in the email. @default the password reset page of the current site */
  readonly callbackUrl?: string | undefined
}) {
  yield* Password.sendResetCode({
    email: options.email,
    callbackUrl: yield* callbackUrl(Password.sendResetCode.spec.name, "passwordReset", options.callbackUrl)
  })
})

/**
 * Checks the code of the link, without using it up. Fails with the family `VerificationCodeError` if the code is
 * invalid.
 */
export const checkResetCode = Effect.fn("password.checkResetCode")(function*(link: { readonly code: SecretInput }) {
  yield* Password.checkResetCode({ code: yield* mailedCode(link.code) })
})

/**
 * Sets a new password with the code of the link, and ends all sessions of the user, including one in this program.
 * Doesn't sign in. The platform uses up the code before it checks the length: show the rule before asking for a
 * password.
 */
export const reset = Effect.fn("password.reset")(function*(link: {
  readonly code: SecretInput
  readonly password: SecretInput
}) {
  yield* Password.reset({ code: yield* mailedCode(link.code), password: link.password })
  const session = yield* Session
  // find out now whether this session ended too, instead of when its access token expires
  if (session.state()._tag !== "SignedOut") {
    yield* Effect.andThen(session.renewNext, session.tokens()).pipe(Effect.orElseSucceed(() => undefined))
  }
})

/**
 * Changes the signed-in user's password and ends the user's other sessions. Fails with `PasswordConfirmationMismatch`
 * if the old password is wrong.
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

/** Sets the first password of the signed-in user. Fails with an `HttpFailure` if the user already has a password. */
export const set = Effect.fn("password.set")(function*(first: { readonly password: SecretInput }) {
  yield* Password.set({ password: first.password })
})
