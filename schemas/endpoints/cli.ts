/**
 * Logging in a command line tool: the tool creates an attempt and polls it while the person confirms in the browser.
 * Specification §4, wire protocol §19.
 */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { Success } from "../entities/answers.ts"
import { CliAuthInit, CliAuthPoll } from "../entities/CliAuth.ts"
import { InvalidPollingCodeError } from "../errors/others.ts"
import { Secret } from "../fields.ts"

/** Begins a login. It lasts 7,200,000 ms, two hours, unless told otherwise; the longest is a day. */
export const create = endpoint("client", "cli.create", "POST /auth/cli", {
  input: { expiresInMillis: Schema.optional(Schema.Finite.check(Schema.isLessThanOrEqualTo(86_400_000))) },
  output: CliAuthInit,
  session: "optional"
})

/**
 * Asks whether the login is confirmed. `expired` and `used` are answers, not errors. `success` brings the refresh token
 * and comes once, so what is lost on the way cannot be asked for again.
 */
export const poll = endpoint("client", "cli.poll", "POST /auth/cli/poll", {
  input: { pollingCode: Secret },
  output: CliAuthPoll,
  errors: [InvalidPollingCodeError],
  status: (login) => login.status === "success" ? 201 : 200,
  session: "optional"
})

/**
 * Confirms a login with the refresh token of the browser's own session, which the tool then shares. A login code that is
 * unknown, expired, done or of another project is refused in plain text with status 400.
 */
export const complete = endpoint("client", "cli.complete", "POST /auth/cli/complete", {
  input: { loginCode: Secret, refreshToken: Secret },
  output: Success,
  session: "optional"
})
