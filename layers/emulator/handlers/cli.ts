/** Logging in a command line tool. Platform rules §6, wire protocol §19. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Cli from "../../../schemas/endpoints/cli.ts"
import { InvalidPollingCodeError } from "../../../schemas/errors/others.ts"
import * as cliLogins from "../cliLogins.ts"
import { handle } from "../handle.ts"
import { Refusal } from "../Refusal.ts"

/** `/auth/cli` */
export const handlers = handle(Cli, {
  create: ({ expiresInMillis }, { platform, project }) =>
    Effect.sync(() => {
      const { expiresAt, loginCode, pollingCode } = cliLogins.begin(platform, project, expiresInMillis)
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

  complete: ({ loginCode, refreshToken }, { platform, project }) =>
    Effect.suspend(() => {
      const waiting = cliLogins.waiting(platform, Redacted.value(loginCode))
      if (waiting === undefined) {
        return Effect.fail(new Refusal({ status: 400, text: "The login code is unknown, expired or done" }))
      }
      if (waiting.project !== project) {
        return Effect.fail(new Refusal({ status: 400, text: "The login code is another project's" }))
      }
      waiting.login.refreshToken = Redacted.value(refreshToken)
      return Effect.succeed({ success: true } as const)
    })
})
