/** Flows that make an account and open its first session. docs/protocol.md §16, §18. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { log } from "../../../layers/call/index.ts"
import { Session } from "../../../layers/session/index.ts"
import * as Anonymous from "../../../schemas/endpoints/anonymous.ts"
import * as Password from "../../../schemas/endpoints/password.ts"
import type { SecretInput } from "../../../schemas/secrets.ts"
import { callbackUrl, redirectAfter, type RedirectAfterOptions } from "../redirects/index.ts"
import { challenged } from "./challenged.ts"
import { keepable, openSession } from "./keepSession.ts"
import { rememberMfaAttempt } from "./rememberMfaAttempt.ts"

/**
 * Signs up with e-mail and password, and signs in. The platform mails a link that verifies the address. While an
 * anonymous user is signed in, that user becomes the account and keeps its id; the session from before ends.
 *
 * Where the project wants verified addresses, `restrictedReason` is `email_not_verified`: verification is still to come, and
 * until then the user counts as nobody. The page `onboarding` sees to it.
 *
 * Fails with `UserWithEmailAlreadyExists`, `PasswordTooShort`, `SignUpNotEnabled`; with `BotChallengeRequired` where the
 * project keeps bots out and no `BotChallenge` answers, and `BotChallengeFailed` where that was of no use; with `RedirectUrlNotWhitelisted` when
 * the link's address was given and is not on a trusted domain; and, before anything is sent, with `CookiesBlocked` where
 * the browser would not keep the session.
 */
export const withPassword = Effect.fn("signUp.withPassword")(function*(
  account: RedirectAfterOptions & {
    readonly email: string
    readonly password: SecretInput
    /**
     * Where the mailed link leads; `null` for no mail, which platforms of 2025 refuse.
     *
     * @default the e-mail verification page of the site people are on. Where that is on no trusted domain, no mail is sent,
     * and platforms of 2025 answer `RedirectUrlNotWhitelisted`
     */
    readonly verificationCallbackUrl?: string | null
  }
) {
  const given = account.verificationCallbackUrl
  const make = (verificationCallbackUrl?: string) =>
    challenged("sign_up_with_credential", (answered) =>
      Password.signUp({
        email: account.email,
        password: account.password,
        verificationCallbackUrl,
        ...answered
      }))
  const { restrictedReason, userId } = yield* openSession(rememberMfaAttempt(
    given === null ? make() : given === undefined ? makeFromHere(make) : make(given)
  ))
  return { userId, restrictedReason }
}, (signingUp, account) => redirectAfter(signingUp, account, "afterSignUp"))

/**
 * With a link to the site people are on, and without one where the project does not trust that site.
 * docs/protocol.md §16.
 */
const makeFromHere = (make: (verificationCallbackUrl?: string) => ReturnType<typeof Password.signUp>) =>
  callbackUrl(Password.signUp.spec.name, "emailVerification", undefined, "verificationCallbackUrl").pipe(
    Effect.flatMap(make),
    Effect.catchTag("RedirectUrlNotWhitelisted", (untrusted) =>
      make().pipe(
        Effect.tap(
          log.warnThrottled("signUp", `Signed up without a mail that verifies the address. ${untrusted.message}`)
        ),
        Effect.catchReason("CallError", "SchemaError", () => Effect.fail(untrusted))
      ))
  )

/**
 * Signs up without credentials: a user who can be turned into an account later, by any sign-up. Every call makes
 * another user; `currentUser.get({ or: "anonymous" })` makes one only where nobody is signed in.
 */
export const anonymously = Effect.fn("signUp.anonymously")(function*() {
  yield* keepable
  const sentAt = yield* Clock.currentTimeMillis
  const tokens = yield* Anonymous.signUp()
  yield* (yield* Session).keep(tokens, sentAt)
  return { userId: tokens.userId }
})
