/** Flows that open a session. Specification §4, wire protocol §12–§16. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Session } from "../layers/Session.ts"
import * as Mfa from "../schemas/endpoints/mfa.ts"
import * as Otp from "../schemas/endpoints/otp.ts"
import * as Password from "../schemas/endpoints/password.ts"
import type { SignInTokens } from "../schemas/entities/Tokens.ts"
import { asSecret, type SecretInput } from "../schemas/fields.ts"
import { callbackUrl } from "./callbackUrl.ts"

/**
 * Signs in with e-mail and password.
 *
 * Fails with `EmailPasswordMismatch` when they do not match, and with `MultiFactorAuthenticationRequired` when the
 * account has a second factor: pass its `details.attemptCode` to `withTotp`.
 */
export const withPassword = Effect.fn("signIn.withPassword")(function*(credentials: {
  readonly email: string
  readonly password: SecretInput
}) {
  const tokens = yield* Password.signIn({ email: credentials.email, password: asSecret(credentials.password) })
  yield* (yield* Session).keep(tokens)
  return { userId: tokens.userId }
})

/**
 * Mails a link and a code of six characters, both good for 7 days. Keep the `nonce`: the typed code needs it. Signing
 * in with either makes the account when the address has none.
 */
export const sendCode = Effect.fn("signIn.sendCode")(function*(options: {
  readonly email: string
  /** Where the mailed link leads. @default the magic-link page of the site people are on */
  readonly callbackUrl?: string
}) {
  return yield* Otp.sendSignInCode({
    email: options.email,
    callbackUrl: yield* callbackUrl(Otp.sendSignInCode.spec.name, "magicLinkCallback", options.callbackUrl)
  })
})

/**
 * Signs in with the six characters of the mail, typed in any case and with spaces around, and the nonce of `sendCode`.
 *
 * Fails with the family `VerificationCodeError`. When `MultiFactorAuthenticationRequired` comes, the code is used up:
 * go on with `withTotp`.
 */
export const withCode = Effect.fn("signIn.withCode")(function*(typed: {
  readonly code: SecretInput
  readonly nonce: SecretInput
}) {
  const code = Redacted.value(asSecret(typed.code)).replace(/\s/g, "")
  return yield* keep(yield* Otp.signIn({ code: Redacted.make(code + Redacted.value(asSecret(typed.nonce))) }))
})

/** Signs in with the `code` parameter of the mailed link. Fails as `withCode` does. */
export const withLink = Effect.fn("signIn.withLink")(function*(link: { readonly code: SecretInput }) {
  return yield* keep(yield* Otp.signIn({ code: asSecret(link.code) }))
})

/**
 * Finishes a sign-in that failed with `MultiFactorAuthenticationRequired`. A wrong code gives `InvalidTotpCode` and
 * leaves the attempt usable, for 5 minutes and 20 tries in all.
 */
export const withTotp = Effect.fn("signIn.withTotp")(function*(second: {
  /** The six digits of the authenticator app. Spaces are fine. */
  readonly totp: SecretInput
  readonly attemptCode: SecretInput
}) {
  const totp = Redacted.make(Redacted.value(asSecret(second.totp)).replace(/\s/g, ""))
  return yield* keep(yield* Mfa.signIn({ totp, code: asSecret(second.attemptCode) }))
})

const keep = ({ isNewUser, userId, ...tokens }: SignInTokens) =>
  Effect.as(Session.use((session) => session.keep(tokens)), { userId, isNewUser })
