/**
 * Sign-in of a command-line tool: the tool creates a login and polls it while the user confirms it in the browser.
 * docs/protocol.md §19.
 */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { CliAuthInit, CliAuthPoll, CliSessionFound } from "../entities/CliAuth.ts"
import { Success } from "../entities/responses.ts"
import { InvalidPollingCodeError } from "../errors/cliAuthentication.ts"
import { fixed, Secret, TypedCode } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"

/**
 * Creates a login. `expiresInMillis` defaults to 7,200,000 (two hours), with a maximum of one day; in the newest
 * revisions it defaults to two minutes, with a maximum of 15. The response's `expiresAt` has the actual expiry.
 */
export const create = endpoint("client", "cli.create", "POST /auth/cli", {
  input: {
    expiresInMillis: Schema.optional(Schema.Finite.check(Schema.isLessThanOrEqualTo(86_400_000))),
    /**
     * Refresh token of the tool's anonymous session, which the browser can continue. Any other session fails with
     * `HttpFailure` (400). Later revisions only.
     */
    anonRefreshToken: Schema.optional(Secret)
  },
  output: CliAuthInit,
  session: "optional"
})

/**
 * Polls a login. The states `expired` and `used` are successful responses. `success` contains the refresh token and is
 * returned once, so the token can't be fetched again if the response is lost.
 */
export const poll = endpoint("client", "cli.poll", "POST /auth/cli/poll", {
  input: { pollingCode: TypedCode },
  output: CliAuthPoll,
  errors: [InvalidPollingCodeError],
  status: (login) => login.status === "success" ? 201 : 200,
  session: "optional"
})

/**
 * Confirms a login with the refresh token of the browser's session, which the tool then shares. A login code that is
 * unknown, expired, used or from another project fails with `HttpFailure` (400). In later revisions, a refresh token
 * without a live session in the project fails in the same way.
 */
export const complete = endpoint("client", "cli.complete", "POST /auth/cli/complete", {
  input: { loginCode: TypedCode, refreshToken: Secret, mode: Schema.optional(Schema.Literal("complete")) },
  output: Success,
  session: "optional"
})

/**
 * Returns whether the tool attached an anonymous session. Does not use up the login code; an invalid code fails with
 * `HttpFailure` (400). Later revisions only.
 */
export const check = endpoint("client", "cli.check", "POST /auth/cli/complete", {
  input: { mode: fixed("check"), loginCode: TypedCode },
  output: CliSessionFound,
  session: "optional"
})

/**
 * Returns the anonymous session that the tool attached, so that the user can sign up with it in the browser. Works
 * once. Without an attached session, the call fails with `HttpFailure` (400). Later revisions only.
 */
export const claimAnonymousSession = endpoint("client", "cli.claimAnonymousSession", "POST /auth/cli/complete", {
  input: { mode: fixed("claim-anon-session"), loginCode: TypedCode },
  output: wireStruct({ accessToken: Secret, refreshToken: Secret }),
  session: "optional"
})
