/** Flows that create an account and its first session. docs/protocol.md §16, §18. */
import * as Effect from "effect/Effect"
import { log } from "../../../layers/call/index.ts"
import * as Password from "../../../schemas/endpoints/password.ts"
import type { SecretInput } from "../../../schemas/secrets.ts"
import { callbackUrl, redirectAfter, type RedirectAfterOptions } from "../redirects/index.ts"
import { challenged } from "./challenged.ts"
import { openSession } from "./keepSession.ts"
import { rememberMfaAttempt } from "./rememberMfaAttempt.ts"

export { anonymously } from "./anonymousSignUp.ts"

/**
 * Signs up with email and password, and signs in. The platform sends an email with a link that verifies the address. If
 * an anonymous user is signed in, that user becomes the account and keeps its id; the previous session ends.
 *
 * If the project requires verified addresses, `restrictedReason` is `email_not_verified`: until the address is
 * verified, the user counts as signed out. The page `onboarding` handles this.
 *
 * Fails with `UserWithEmailAlreadyExists`, `PasswordTooShort` or `SignUpNotEnabled`. Fails with `BotChallengeRequired`
 * if the project requires a challenge and there is no `BotChallenge`, and with `BotChallengeFailed` if the challenge
 * failed. Fails with `RedirectUrlNotWhitelisted` if the given callback URL is not on a trusted domain. Fails with
 * `CookiesBlocked` before anything is sent if the browser can't store the session.
 *
 * @example
 * ```ts
 * import { currentUser, signUp } from "latchkey"
 *
 * const verificationCallbackUrl = "http://localhost/handler/email-verification"
 * yield* signUp.withPassword({ email: "grace@example.com", password, verificationCallbackUrl })
 * console.log((yield* currentUser.get())?.primaryEmail) // grace@example.com
 * ```
 */
export const withPassword = Effect.fn("signUp.withPassword")(function*(
  account: RedirectAfterOptions & {
    readonly email: string
    readonly password: SecretInput
    /**
     * Target of the link in the email, or `null` for no email, which the 2025 platforms reject.
     *
     * @default the email verification page of the current site. If that is not on a trusted domain, no email is sent,
     * and the 2025 platforms fail with `RedirectUrlNotWhitelisted`
     */
    readonly verificationCallbackUrl?: string | null | undefined
  }
) {
  const given = account.verificationCallbackUrl
  const make = (verificationCallbackUrl?: string) =>
    challenged("sign_up_with_credential", (challenge) =>
      Password.signUp({
        email: account.email,
        password: account.password,
        verificationCallbackUrl,
        ...challenge
      }))
  const { restrictedReason, userId } = yield* openSession(rememberMfaAttempt(
    given === null ? make() : given === undefined ? makeFromHere(make) : make(given)
  ))
  return { userId, restrictedReason }
}, (signingUp, account) => redirectAfter(signingUp, account, "afterSignUp"))

/**
 * Signs up with a link to the current site, or without one if the project doesn't trust the site. docs/protocol.md §16.
 */
const makeFromHere = (make: (verificationCallbackUrl?: string) => ReturnType<typeof Password.signUp>) =>
  callbackUrl(Password.signUp.spec.name, "emailVerification", undefined, "verificationCallbackUrl").pipe(
    Effect.flatMap(make),
    Effect.catchTag("RedirectUrlNotWhitelisted", (untrusted) =>
      make().pipe(
        Effect.tap(
          log.warnThrottled("signUp", `Signed up without a verification email. ${untrusted.message}`)
        ),
        Effect.catchReason("CallError", "SchemaError", () => Effect.fail(untrusted))
      ))
  )
