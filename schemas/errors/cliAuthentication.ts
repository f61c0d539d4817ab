/**
 * Errors about the sign-in of command-line tools through the browser, and of AI agents. The platform declares the
 * `CliAuth…` errors but never sends them: this package's login fails with them while polling. docs/protocol.md §19.
 */
import { KnownError } from "../KnownError.ts"

/**
 * The login could not be started, received an unexpected response, or was not confirmed within the allowed number of
 * polls. The message says which.
 *
 * @cause The user did not open the link in time.
 * @cause The response was not the platform's, for instance because a proxy replied.
 * @fix Start a new login.
 */
export class CliAuthError extends KnownError("CliAuthError", {
  code: "CLI_AUTH_ERROR",
  status: 400,
  textOnly: true,
  message: "Timed out waiting for CLI authentication."
}) {}

/**
 * The login expired before the user confirmed it. The platform sets the lifetime.
 *
 * @cause The link was not opened, or not confirmed, in time.
 * @fix Start a new login with a longer `expiresIn`.
 */
export class CliAuthExpiredError extends KnownError("CliAuthExpiredError", {
  code: "CLI_AUTH_EXPIRED_ERROR",
  status: 400,
  textOnly: true,
  message: "CLI authentication request expired. Please try again."
}) {}

/**
 * The login was confirmed, but its token was already fetched. The platform returns the token only once.
 *
 * @cause Two programs poll for the same login.
 * @fix Start a separate login for each program.
 */
export class CliAuthUsedError extends KnownError("CliAuthUsedError", {
  code: "CLI_AUTH_USED_ERROR",
  status: 400,
  textOnly: true,
  message: "This authentication token has already been used."
}) {}

/**
 * The polling code of a command-line login is unknown to the project. The details that the platform may attach have no
 * fixed shape, so they are not decoded.
 *
 * @cause The login belongs to another project or platform, or the emulator was restarted.
 * @fix Start a new login.
 */
export class InvalidPollingCodeError extends KnownError("InvalidPollingCodeError", {
  code: "INVALID_POLLING_CODE",
  status: 400,
  message: "This login is not known to the platform. Start a new one."
}) {}

/**
 * The project doesn't let AI agents sign in. Not in the 2026-04 revision.
 *
 * @cause Agent sign-in is switched off in the project's settings.
 * @fix Switch it on in the dashboard, or sign in as a person.
 */
export class AgentAuthNotEnabled extends KnownError("AgentAuthNotEnabled", {
  code: "AGENT_AUTH_NOT_ENABLED",
  status: 400,
  message: "Agents can't sign in here. Sign in as a person, or ask the owner of the app to allow agents."
}) {}

/**
 * The poll token of an agent is unknown to the project. Only the first version of agent sign-in sends this error; later
 * versions send `InvalidPollingCodeError`.
 *
 * @cause The registration belongs to another project or platform, or the emulator was restarted.
 * @fix Register the agent again.
 */
export class AgentAuthInvalidPollToken extends KnownError("AgentAuthInvalidPollToken", {
  code: "AGENT_AUTH_INVALID_POLL_TOKEN",
  status: 400,
  message: "This agent is not known to the platform. Register it again."
}) {}

/**
 * The claim code that connects an agent to a user is unknown, used or expired. Not in the 2026-04 revision.
 *
 * @cause The code was mistyped.
 * @cause The code expired before it was entered.
 * @fix Let the agent request a new code.
 */
export class AgentAuthInvalidClaimCode extends KnownError("AgentAuthInvalidClaimCode", {
  code: "AGENT_AUTH_INVALID_CLAIM_CODE",
  status: 400,
  field: "code",
  message: "This code is wrong or has expired. Ask the agent for a new one and enter that."
}) {}
