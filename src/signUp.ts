/** Flows that make an account and open its first session. Specification §1, wire protocol §16 and §18. */
import * as Effect from "effect/Effect"
import { Session } from "../layers/Session.ts"
import * as Anonymous from "../schemas/endpoints/anonymous.ts"
import * as Password from "../schemas/endpoints/password.ts"
import { asSecret, type SecretInput } from "../schemas/fields.ts"
import { callbackUrl } from "./callbackUrl.ts"
import { keepingAttempt } from "./keepingAttempt.ts"

/**
 * Signs up with e-mail and password, and signs in. The platform mails a link that verifies the address. While an
 * anonymous user is signed in, that user becomes the account and keeps its id.
 *
 * Fails with `UserWithEmailAlreadyExists`, `PasswordTooShort`, `SignUpNotEnabled`, and with
 * `RedirectUrlNotWhitelisted` when the link's address is not on a trusted domain.
 */
export const withPassword = Effect.fn("signUp.withPassword")(function*(account: {
  readonly email: string
  readonly password: SecretInput
  /** Where the mailed link leads. @default the e-mail verification page of the site people are on */
  readonly verificationCallbackUrl?: string
}) {
  const tokens = yield* keepingAttempt(Password.signUp({
    email: account.email,
    password: asSecret(account.password),
    verificationCallbackUrl: yield* callbackUrl(
      Password.signUp.spec.name,
      "emailVerification",
      account.verificationCallbackUrl
    )
  }))
  yield* (yield* Session).keep(tokens)
  return { userId: tokens.userId }
})

/**
 * Signs up without credentials: a user who can be turned into an account later, by any sign-up. Every call makes
 * another user; `currentUser.get({ or: "anonymous" })` makes one only where nobody is signed in.
 */
export const anonymously = Effect.fn("signUp.anonymously")(function*() {
  const tokens = yield* Anonymous.signUp()
  yield* (yield* Session).keep(tokens)
  return { userId: tokens.userId }
})
