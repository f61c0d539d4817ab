/**
 * Signing in a command line through the browser. The login on this side raises `CliAuth…` while it polls: the platform
 * declares those and sends none. docs/protocol.md §19.
 */
import { KnownError } from "../KnownError.ts"

/**
 * The login could not be started, took an unexpected turn, or nobody confirmed it within the allowed number of polls.
 * The text given to the error says which.
 *
 * @cause Nobody opened the link in time.
 * @cause The platform's answer was not what a login gets, for instance from a proxy.
 * @fix Start a new login.
 */
export class CliAuthError extends KnownError("CliAuthError", {
  code: "CLI_AUTH_ERROR",
  status: 400,
  textOnly: true,
  message: "Timed out waiting for CLI authentication."
}) {}

/**
 * Nobody confirmed the login before its time was over, which the platform sets.
 *
 * @cause The link was not opened, or not confirmed, in time.
 * @fix Start a new login, and give it more time with its option `expiresIn`.
 */
export class CliAuthExpiredError extends KnownError("CliAuthExpiredError", {
  code: "CLI_AUTH_EXPIRED_ERROR",
  status: 400,
  textOnly: true,
  message: "CLI authentication request expired. Please try again."
}) {}

/**
 * The login was confirmed and its token already fetched; it is handed out once.
 *
 * @cause Two programs wait for the same login.
 * @fix Start a new login for each.
 */
export class CliAuthUsedError extends KnownError("CliAuthUsedError", {
  code: "CLI_AUTH_USED_ERROR",
  status: 400,
  textOnly: true,
  message: "This authentication token has already been used."
}) {}

/**
 * The polling code of a command-line login is unknown to the project. The platform may attach any JSON as details;
 * since nothing about it is fixed, it is not read.
 *
 * @cause The login is of another project or platform, or the emulator was started anew.
 * @fix Start a new login.
 */
export class InvalidPollingCodeError extends KnownError("InvalidPollingCodeError", {
  code: "INVALID_POLLING_CODE",
  status: 400,
  message: "This login is not known to the platform. Start a new one."
}) {}
