/** Sign-in codes and links sent by email. docs/platform.md §7.3, docs/protocol.md §13. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Otp from "../../../../schemas/endpoints/otp.ts"
import { UserWithEmailAlreadyExists } from "../../../../schemas/errors/users.ts"
import { sendCode } from "../../mail/index.ts"
import { botChallenge, codes, contactChannels, trusted } from "../../model/index.ts"
import { accounts, signUpRules } from "../../oauth/index.ts"
import { handle } from "../../request/index.ts"
import { type Platform, type Project, Refusal, type User } from "../../state/index.ts"

/**
 * Finds the user of a sign-in address, or returns `undefined` for a sign-up. Called when the code is sent and when it is
 * redeemed.
 */
const accountOf = (platform: Platform, project: Project, email: string) =>
  Effect.gen(function*() {
    const channel = contactChannels.forSignIn(platform, project, email)
    if (channel === undefined) {
      yield* accounts.signUpEnabled(project)
      return undefined
    }
    if (!channel.isVerified) {
      return yield* Effect.fail(
        new UserWithEmailAlreadyExists({ email: channel.value, wouldWorkIfEmailWasVerified: true })
      )
    }
    const user: User = project.users.get(channel.userId)!
    user.otpAuthEnabled = true
    return user
  })

/** Handlers for `/auth/otp`. */
export const handlers = handle(Otp, {
  sendSignInCode: ({ callbackUrl, email, ...challenge }, request) =>
    Effect.gen(function*() {
      const { platform, project } = request
      if (!project.config.magicLinkEnabled) {
        return yield* Refusal.fail(403, "One-time codes are not enabled in this project")
      }
      const user = yield* accountOf(platform, project, email)
      yield* trusted(project, callbackUrl)
      // existing users need no challenge
      const assessment = user !== undefined ? "ok" : yield* botChallenge.assess(challenge)
      const countryCode = accounts.countryOf(request)
      const code = codes.issue(platform, project, "signIn", { email, assessment, countryCode })
      yield* sendCode(platform, project, code, { to: email, callbackUrl, displayName: user?.displayName ?? null })
      return { nonce: Redacted.make(codes.nonceOf(code.value)) }
    }),

  signIn: ({ code }, request) =>
    Effect.gen(function*() {
      const { platform, project } = request
      const { assessment = "ok", countryCode = null, email, userId } = yield* codes.redeem(
        platform,
        project,
        "signIn",
        code
      )
      const given = userId === undefined ? undefined : project.users.get(userId)
      if (given !== undefined) return { ...(yield* accounts.startSession(request, given)), isNewUser: false }
      const known = yield* accountOf(platform, project, email)
      const isNewUser = known === undefined
      if (known === undefined && assessment === "error") return yield* Effect.fail(botChallenge.unsolved())
      const attempt = { email: contactChannels.normalized(email), authMethod: "otp", oauthProvider: null }
      const user = known ?? (yield* accounts.signUp(request, email, {
        otpAuthEnabled: true,
        isVerified: true,
        admitted: yield* signUpRules.admit(platform, project, { ...attempt, countryCode, assessment })
      })).user
      return { ...(yield* accounts.afterFirstFactor(request, user, isNewUser)), isNewUser }
    }),

  checkSignInCode: ({ code }, { platform, project }) =>
    Effect.as(codes.check(platform, project, "signIn", code), { isCodeValid: true })
})
