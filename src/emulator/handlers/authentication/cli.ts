/** CLI login. docs/platform.md §6, docs/protocol.md §19. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Cli from "../../../../schemas/endpoints/cli.ts"
import { InvalidPollingCodeError } from "../../../../schemas/errors/cliAuthentication.ts"
import { cliLogins, sessions } from "../../model/index.ts"
import { accounts } from "../../oauth/index.ts"
import { type ApiRequest, handle, schemaError } from "../../request/index.ts"
import { Refusal, success } from "../../state/index.ts"

/** Finds an unconfirmed login of the project. */
const findPending = ({ platform, project }: ApiRequest, loginCode: Redacted.Redacted) =>
  Effect.suspend(() => {
    const found = cliLogins.findPending(platform, Redacted.value(loginCode))
    if (found === undefined) return Refusal.fail(400, "The login code is unknown, expired or already confirmed")
    return found.project === project
      ? Effect.succeed(found.login)
      : Refusal.fail(400, "The login code belongs to another project")
  })

/** Handlers for `/auth/cli`. */
export const handlers = handle(Cli, {
  create: ({ anonRefreshToken, expiresInMillis }, { platform, project, spec }) =>
    Effect.gen(function*() {
      const { max } = platform.rules.cliLifetimes
      if (expiresInMillis !== undefined && expiresInMillis > max) {
        const problem = `expected at most ${max}`
        return yield* Effect.fail(schemaError(spec, [{ path: "body.expires_in_millis", problem }]))
      }
      const anonymous = anonRefreshToken === undefined ? null : Redacted.value(anonRefreshToken)
      if (anonymous !== null && cliLogins.anonymousSession(platform, project, anonymous) === undefined) {
        return yield* Refusal.fail(
          400,
          "The refresh token does not belong to an active session of an anonymous user of this project"
        )
      }
      const { expiresAt, loginCode, pollingCode } = cliLogins.begin(platform, project, expiresInMillis, anonymous)
      return {
        pollingCode: Redacted.make(pollingCode),
        loginCode: Redacted.make(loginCode),
        expiresAt: new Date(expiresAt)
      }
    }),

  poll: ({ pollingCode }, { platform, project }) =>
    Effect.suspend(() => {
      const login = project.cliLoginsByPollingCode.get(Redacted.value(pollingCode))
      if (login === undefined) return Effect.fail(new InvalidPollingCodeError())
      const progress = cliLogins.poll(platform, login)
      return Effect.succeed(
        progress.status === "success"
          ? { status: progress.status, refreshToken: Redacted.make(progress.refreshToken) }
          : progress
      )
    }),

  check: ({ loginCode }, request) =>
    Effect.map(findPending(request, loginCode), (login) => {
      const session = cliLogins.anonymousSession(request.platform, request.project, login.anonymousRefreshToken)
      return { cliSessionState: session === undefined ? "none" : "anonymous" }
    }),

  claimAnonymousSession: ({ loginCode }, request) =>
    Effect.gen(function*() {
      const { platform, project } = request
      const login = yield* findPending(request, loginCode)
      const session = cliLogins.anonymousSession(platform, project, login.anonymousRefreshToken)
      if (session === undefined) return yield* Refusal.fail(400, "This login has no anonymous session")
      login.anonymousRefreshToken = null
      const accessToken = yield* accounts.accessTokenFor(request, project, project.users.get(session.userId)!, session)
      return { accessToken, refreshToken: Redacted.make(session.refreshToken) }
    }),

  complete: ({ loginCode, refreshToken }, request) =>
    Effect.gen(function*() {
      const { platform, project } = request
      const login = yield* findPending(request, loginCode)
      const token = Redacted.value(refreshToken)
      if (platform.rules.checksCliToken && sessions.byRefreshToken(platform, project, token) === undefined) {
        return yield* Refusal.fail(400, "The refresh token does not belong to an active session of this project")
      }
      login.refreshToken = token
      return success
    })
})
