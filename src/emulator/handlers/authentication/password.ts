/** Sign-in and sign-up with email and password. docs/platform.md §7.2, docs/protocol.md §16. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Password from "../../../../schemas/endpoints/password.ts"
import {
  EmailPasswordMismatch,
  PasswordAuthenticationNotEnabled,
  PasswordConfirmationMismatch,
  UserDoesNotHavePassword
} from "../../../../schemas/errors/authConfiguration.ts"
import { UserWithEmailAlreadyExists } from "../../../../schemas/errors/users.ts"
import { sendCode } from "../../mail/index.ts"
import { botChallenge, codes, contactChannels, passwords, sessions, trusted } from "../../model/index.ts"
import { accounts, signUpRules } from "../../oauth/index.ts"
import { handle, requiredUser, schemaError } from "../../request/index.ts"
import { type Platform, platformHeader, type Project, Refusal, success } from "../../state/index.ts"

const missing =
  "missing. This revision of the platform requires it: pass a URL, or leave out `verificationCallbackUrl: null`. To make "
  + "it optional, as in later revisions of the platform, set signUpWithoutCallback in the seed"

const passwordsEnabled = (project: Project): Effect.Effect<void, PasswordAuthenticationNotEnabled> =>
  project.config.credentialEnabled ? Effect.void : Effect.fail(new PasswordAuthenticationNotEnabled())

/** Waits 2 to 3 seconds, so that the response time doesn't reveal which addresses have an account. docs/platform.md §5. */
const delayLikeSending = ({ clock }: Platform): Effect.Effect<void> =>
  Effect.flatMap(
    Random.nextIntBetween(2000, 3000),
    (millis) => Effect.provideService(Effect.sleep(millis), Clock.Clock, clock)
  )

/** Handlers for `/auth/password`. */
export const handlers = handle(Password, {
  signIn: (input, request) =>
    Effect.gen(function*() {
      const { platform, project } = request
      yield* passwordsEnabled(project)
      const channel = contactChannels.forSignIn(platform, project, input.email)
      const user = channel === undefined ? undefined : project.users.get(channel.userId)
      if (user === undefined || !(yield* passwords.matches(user, input.password))) {
        return yield* Effect.fail(new EmailPasswordMismatch())
      }
      return yield* accounts.afterFirstFactor(request, user, false)
    }),

  signUp: (input, request) =>
    Effect.gen(function*() {
      const { platform, project, spec } = request
      const { verificationCallbackUrl: callbackUrl } = input
      if (callbackUrl === undefined && !platform.signUpWithoutCallback) {
        return yield* Effect.fail(schemaError(spec, [{ path: "body.verification_callback_url", problem: missing }]))
      }
      yield* passwordsEnabled(project)
      if (callbackUrl !== undefined) yield* trusted(project, callbackUrl)
      yield* accounts.signUpEnabled(project)
      yield* passwords.checkMinLength(input.password)
      const assessment = yield* botChallenge.assess(input)
      if (assessment === "error") return yield* Effect.fail(botChallenge.unsolved())
      const email = contactChannels.normalized(input.email)
      const admitted = yield* signUpRules.admit(platform, project, {
        email,
        authMethod: "password",
        oauthProvider: null,
        countryCode: accounts.countryOf(request),
        assessment
      })
      if (contactChannels.isTaken(project, email, undefined)) {
        return yield* Effect.fail(new UserWithEmailAlreadyExists({ email, wouldWorkIfEmailWasVerified: false }))
      }
      const passwordHash = yield* passwords.hashed(platform, input.password)
      const { channel, user } = yield* accounts.signUp(request, input.email, {
        passwordHash,
        isVerified: false,
        admitted
      })
      if (callbackUrl !== undefined) {
        const code = codes.issue(platform, project, "emailVerification", { userId: user.id, value: channel.value })
        const { displayName } = user
        yield* sendCode(platform, project, code, { to: channel.value, callbackUrl, displayName })
      }
      return yield* accounts.afterFirstFactor(request, user, true)
    }),

  sendResetCode: (input, request) =>
    Effect.gen(function*() {
      const { platform, project } = request
      yield* passwordsEnabled(project)
      const channel = contactChannels.forSignIn(platform, project, input.email)
      if (channel !== undefined) {
        yield* trusted(project, input.callbackUrl)
        const code = codes.issue(platform, project, "passwordReset", { userId: channel.userId })
        const { displayName } = project.users.get(channel.userId)!
        yield* sendCode(platform, project, code, { to: channel.value, callbackUrl: input.callbackUrl, displayName })
      } else if (platform.hidesUnknownAddresses) yield* delayLikeSending(platform)
      return { success: "An email was sent if the address has an account." }
    }),

  checkResetCode: ({ code }, { platform, project }) =>
    Effect.as(codes.check(platform, project, "passwordReset", code), { isCodeValid: true }),

  reset: (input, { platform, project }) =>
    Effect.gen(function*() {
      const { userId } = yield* codes.redeem(platform, project, "passwordReset", input.code)
      yield* passwordsEnabled(project)
      yield* passwords.checkMinLength(input.password)
      const passwordHash = yield* passwords.hashed(platform, input.password)
      const user = project.users.get(userId)
      if (user === undefined) return yield* Refusal.fail(500, "The user was deleted")
      user.passwordHash = passwordHash
      sessions.endAll(project, user.id)
      return success
    }),

  update: (input, request) =>
    Effect.gen(function*() {
      const { incoming, platform, project } = request
      const user = yield* requiredUser(request)
      yield* passwordsEnabled(project)
      yield* passwords.checkMinLength(input.newPassword)
      if (user.passwordHash === null) return yield* Effect.fail(new UserDoesNotHavePassword())
      if (!(yield* passwords.matches(user, input.oldPassword))) {
        return yield* Effect.fail(new PasswordConfirmationMismatch())
      }
      user.passwordHash = yield* passwords.hashed(platform, input.newPassword)
      const kept = project.sessionsByRefreshToken.get(platformHeader(incoming, "refresh-token") ?? "")
      sessions.endAll(project, user.id, kept)
      return success
    }),

  set: (input, request) =>
    Effect.gen(function*() {
      const { platform, project } = request
      const user = yield* requiredUser(request)
      yield* passwordsEnabled(project)
      yield* passwords.checkMinLength(input.password)
      const passwordHash = yield* passwords.hashed(platform, input.password)
      if (user.passwordHash !== null) {
        return yield* Refusal.fail(400, "The user already has a password. Update it instead")
      }
      user.passwordHash = passwordHash
      return success
    })
})
