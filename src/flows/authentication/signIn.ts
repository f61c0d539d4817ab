/** Flows that create a session. docs/protocol.md §12–§16. */
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
import { keepable } from "./keepable.ts"
import { openSession } from "./keepSession.ts"
import { mailedCode } from "./mailedCode.ts"
import { rememberMfaAttempt } from "./rememberMfaAttempt.ts"
import { rememberMail } from "./requestedMails.ts"

export { requestedHere } from "./requestedMails.ts"

/**
 * Signs in with email and password.
 *
 * Fails with `EmailPasswordMismatch` if they don't match, and with `MultiFactorAuthenticationRequired` if the account
 * has MFA: continue with `withTotp` on the same client or, in a browser, on any page of the same tab. Like every
 * sign-in, it fails with `CookiesBlocked` before anything is sent if the browser can't store the session.
 *
 * @example
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { currentUser, signIn } from "latchkey"
 *
 * yield* signIn.withPassword({ email, password }).pipe(
 *   Effect.catchTag("EmailPasswordMismatch", () => Effect.sync(() => console.log("Wrong email or password.")))
 * )
 * console.log((yield* currentUser.get())?.displayName) // Ada
 * ```
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
 * Sends an email with a link and a code of six characters, both valid for 7 days. Keep the `nonce`, which the typed
 * code requires. Signing in with the link or the code creates an account if the address has none. A browser stores that
 * it requested the email: see `requestedHere`.
 *
 * @example
 * ```ts
 * import { signIn } from "latchkey"
 *
 * const { nonce } = yield* signIn.sendCode({ email, callbackUrl: "http://localhost/handler/magic-link-callback" })
 * const [mail] = emulator.outbox.byAddress(email)
 * console.log(mail?.subject) // Sign in to My app: …
 * const { isNewUser } = yield* signIn.withCode({ code: mail!.otp!, nonce })
 * console.log(isNewUser) // false
 * ```
 */
export const sendCode = Effect.fn("signIn.sendCode")(function*(options: {
  readonly email: string
  /** Target of the link in the email. @default the magic link page of the current site */
  readonly callbackUrl?: string | undefined
}) {
  // fail before sending the email if the session can't be stored
  yield* Effect.catchTag(keepable, "CallError", () => Effect.void)
  const link = yield* callbackUrl(Otp.sendSignInCode.spec.name, "magicLinkCallback", options.callbackUrl)
  const sent = yield* challenged(
    "send_magic_link_email",
    (challenge) => Otp.sendSignInCode({ email: options.email, callbackUrl: link, ...challenge })
  )
  yield* rememberMail(sent.nonce, options.email)
  return sent
})

/**
 * Signs in with the six characters of the email and the nonce of `sendCode`. The code may be typed in any case, with
 * digits of any script; spaces, dashes and invisible characters are ignored.
 *
 * Fails with the family `VerificationCodeError`. After `MultiFactorAuthenticationRequired` the code is used up:
 * continue with `withTotp`.
 *
 * @example
 * ```ts
 * import { signIn } from "latchkey"
 *
 * const { nonce } = yield* signIn.sendCode({ email, callbackUrl: "http://localhost/handler/magic-link-callback" })
 * const code = emulator.outbox.byAddress(email)[0]!.otp!
 * const { isNewUser } = yield* signIn.withCode({ code: ` ${code.toLowerCase()} `, nonce })
 * console.log(isNewUser) // false
 * ```
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
 * Signs in with the `code` parameter of the link, on any device. Fails like `withCode`: with
 * `VerificationCodeAlreadyUsed` for a used link, and with `VerificationCodeExpired` after 7 days. Email scanners open
 * links too: unless `requestedHere` returns an address, call `withLink` when the user clicks a button.
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
 * Completes a sign-in that failed with `MultiFactorAuthenticationRequired`. A wrong code fails with `InvalidTotpCode`
 * and can be corrected within 5 minutes and 20 attempts in total. A malformed code fails without a request.
 *
 * The attempt code is kept in the client's memory and, in a browser, in the tab's session storage. It is kept until a
 * sign-in completes, or until the attempt is used up or expires, which fails with the family `VerificationCodeError`.
 * Fails with `MfaAttemptMissing` if there is no attempt code.
 */
export const withTotp = Effect.fn("signIn.withTotp")(function*(
  second: RedirectAfterOptions & {
    /** The six digits of the authenticator app, in any script. Spaces, dashes and invisible characters are ignored. */
    readonly totp: SecretInput
    /** `details.attemptCode` of the error. @default the attempt code kept in this client or tab */
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
