/** Flows that open a session. docs/protocol.md §12–§16. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { MfaAttempt } from "../../../layers/session/index.ts"
import * as Mfa from "../../../schemas/endpoints/mfa.ts"
import * as Otp from "../../../schemas/endpoints/otp.ts"
import * as Password from "../../../schemas/endpoints/password.ts"
import type { SignInTokens } from "../../../schemas/entities/Tokens.ts"
import { InvalidTotpCode } from "../../../schemas/errors/multiFactor.ts"
import { VerificationCodeError } from "../../../schemas/errors/verificationCodes.ts"
import { type SecretInput, secretText } from "../../../schemas/secrets.ts"
import { typedCode } from "../../../schemas/typed.ts"
import { MfaAttemptMissing } from "../../errors/index.ts"
import { callbackUrl, redirectAfter, type RedirectAfterOptions } from "../redirects/index.ts"
import { challenged } from "./challenged.ts"
import { keepable, openSession } from "./keepSession.ts"
import { mailedCode } from "./mailedCode.ts"
import { rememberMfaAttempt } from "./rememberMfaAttempt.ts"
import { rememberMail } from "./requestedMails.ts"

export { requestedHere } from "./requestedMails.ts"

/**
 * Signs in with e-mail and password.
 *
 * Fails with `EmailPasswordMismatch` when they do not match, and with `MultiFactorAuthenticationRequired` when the
 * account has a second factor: go on with `withTotp`, by the same client or in a browser on any page of this tab. Like
 * every way in it fails, before anything is sent, with `CookiesBlocked` where the browser would not keep the session.
 */
export const withPassword = Effect.fn("signIn.withPassword")(function*(
  credentials: RedirectAfterOptions & {
    readonly email: string
    readonly password: SecretInput
  }
) {
  const { restrictedReason, userId } = yield* openSession(rememberMfaAttempt(
    Password.signIn({ email: credentials.email, password: credentials.password })
  ))
  return { userId, restrictedReason }
}, redirectAfter)

/**
 * Mails a link and a code of six characters, both good for 7 days. Keep the `nonce`: the typed code needs it. Signing
 * in with either makes the account when the address has none. A browser remembers that it requested the mail: see
 * `requestedHere`.
 */
export const sendCode = Effect.fn("signIn.sendCode")(function*(options: {
  readonly email: string
  /** Where the mailed link leads. @default the magic-link page of the site people are on */
  readonly callbackUrl?: string
}) {
  // nobody who cannot be signed in here is sent to their mail
  yield* Effect.catchTag(keepable, "CallError", () => Effect.void)
  const link = yield* callbackUrl(Otp.sendSignInCode.spec.name, "magicLinkCallback", options.callbackUrl)
  const sent = yield* challenged(
    "send_magic_link_email",
    (answered) => Otp.sendSignInCode({ email: options.email, callbackUrl: link, ...answered })
  )
  yield* rememberMail(sent.nonce, options.email)
  return sent
})

/**
 * Signs in with the six characters of the mail and the nonce of `sendCode`. The code may be typed in any case, with digits
 * of any script; spaces, dashes and invisible characters are ignored.
 *
 * Fails with the family `VerificationCodeError`. When `MultiFactorAuthenticationRequired` comes, the code is used up:
 * go on with `withTotp`.
 */
export const withCode = Effect.fn("signIn.withCode")(function*(
  typed: RedirectAfterOptions & {
    readonly code: SecretInput
    readonly nonce: SecretInput
  }
) {
  return yield* withOtp(mailedCode(typed.code, typed.nonce))
}, redirectAfter)

/**
 * Signs in with the `code` parameter of the mailed link, on whatever device it is opened. Fails as `withCode` does:
 * `VerificationCodeAlreadyUsed` for a link that was followed before, `VerificationCodeExpired` after 7 days. Mail scanners
 * open links as well: unless `requestedHere` returns an address, call it when the person presses a button.
 */
export const withLink = Effect.fn("signIn.withLink")(
  function*(link: RedirectAfterOptions & { readonly code: SecretInput }) {
    return yield* withOtp(mailedCode(link.code))
  },
  redirectAfter
)

const withOtp = (code: ReturnType<typeof mailedCode>) =>
  Effect.flatMap(code, (code) => open(rememberMfaAttempt(Otp.signIn({ code }))))

/**
 * Finishes a sign-in that failed with `MultiFactorAuthenticationRequired`. A wrong code gives `InvalidTotpCode` and
 * leaves the attempt usable, for 5 minutes and 20 tries in all; what cannot be a code is wrong without being sent.
 *
 * The attempt code waits in the client's memory and, in a browser, in the tab's session storage, until somebody is signed
 * in, or the attempt is used up or too old, which the family `VerificationCodeError` says. Where none waits and none is
 * given, fails with `MfaAttemptMissing`.
 */
export const withTotp = Effect.fn("signIn.withTotp")(function*(
  second: RedirectAfterOptions & {
    /** The six digits of the authenticator app, in any script. Spaces, dashes and invisible characters are ignored. */
    readonly totp: SecretInput
    /** `details.attemptCode` of the error. @default the one that waits in this client or tab */
    readonly attemptCode?: SecretInput | undefined
  }
) {
  const attempt = yield* MfaAttempt
  const code = second.attemptCode === undefined
    ? Option.getOrUndefined(yield* attempt.peek)
    : second.attemptCode
  if (code === undefined) return yield* new MfaAttemptMissing()
  const digits = secretText(second.totp)
  if (digits !== undefined && !/^\d{6}$/.test(typedCode(digits))) return yield* new InvalidTotpCode()
  return yield* open(Effect.tapError(
    Mfa.signIn({ totp: second.totp, code }),
    (error) => error instanceof VerificationCodeError ? attempt.clear : Effect.void
  ))
}, redirectAfter)

const open = <E, R>(call: Effect.Effect<SignInTokens, E, R>) =>
  Effect.map(openSession(call), ({ isNewUser, restrictedReason, userId }) => ({ userId, isNewUser, restrictedReason }))
