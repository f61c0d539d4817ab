/**
 * Logging in a command line tool: the tool creates an attempt and polls it while the person confirms in the browser.
 * docs/protocol.md §19.
 */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { Success } from "../entities/answers.ts"
import { CliAuthInit, CliAuthPoll, CliSessionFound } from "../entities/CliAuth.ts"
import { InvalidPollingCodeError } from "../errors/cliAuthentication.ts"
import { fixed, Secret, TypedCode } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"

/**
 * Begins a login. How long it lasts is in its `expiresAt`: 7,200,000 ms (two hours) unless told otherwise, a day at most;
 * with the newest revisions two minutes, 15 at most.
 */
export const create = endpoint("client", "cli.create", "POST /auth/cli", {
  input: {
    expiresInMillis: Schema.optional(Schema.Finite.check(Schema.isLessThanOrEqualTo(86_400_000))),
    /**
     * The anonymous session that the tool has, for the browser to go on with; a plain 400 unless it is one. Later revisions
     * of the platform only.
     */
    anonRefreshToken: Schema.optional(Secret)
  },
  output: CliAuthInit,
  session: "optional"
})

/**
 * Asks whether the login is confirmed. `expired` and `used` are answers, not errors. `success` brings the refresh token
 * and comes once, so what is lost on the way cannot be asked for again.
 */
export const poll = endpoint("client", "cli.poll", "POST /auth/cli/poll", {
  input: { pollingCode: TypedCode },
  output: CliAuthPoll,
  errors: [InvalidPollingCodeError],
  status: (login) => login.status === "success" ? 201 : 200,
  session: "optional"
})

/**
 * Confirms a login with the refresh token of the browser's own session, which the tool then shares. A login code that is
 * unknown, expired, done or of another project is refused in plain text with status 400. So is a refresh token that is no
 * live one of the project, by later revisions of the platform.
 */
export const complete = endpoint("client", "cli.complete", "POST /auth/cli/complete", {
  input: { loginCode: TypedCode, refreshToken: Secret, mode: Schema.optional(Schema.Literal("complete")) },
  output: Success,
  session: "optional"
})

/**
 * Tells whether the tool brought an anonymous session along. Uses nothing up; a login code that is no good is refused in
 * plain text with status 400. Later revisions of the platform only.
 */
export const check = endpoint("client", "cli.check", "POST /auth/cli/complete", {
  input: { mode: fixed("check"), loginCode: TypedCode },
  output: CliSessionFound,
  session: "optional"
})

/**
 * Takes the anonymous session that the tool brought along, once: to sign up with in the browser. Without one it is a plain
 * 400. Later revisions of the platform only.
 */
export const claimAnonymousSession = endpoint("client", "cli.claimAnonymousSession", "POST /auth/cli/complete", {
  input: { mode: fixed("claim-anon-session"), loginCode: TypedCode },
  output: wireStruct({ accessToken: Secret, refreshToken: Secret }),
  session: "optional"
})
