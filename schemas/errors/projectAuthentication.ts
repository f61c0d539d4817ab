/** Errors about a request's keys, access level and admin token. */
import * as Schema from "effect/Schema"
import { Millis, openEnum } from "../fields.ts"
import { Family, KnownError } from "../KnownError.ts"
import { wire } from "../wireNames.ts"
import { at, named } from "./words.ts"

const Level = openEnum("client", "server", "admin")

/** All errors about a request's right to act for a project: wrong, missing or insufficient keys and levels. */
export class ProjectAuthenticationError extends Family("ProjectAuthenticationError", {
  code: "PROJECT_AUTHENTICATION_ERROR"
}) {}

/** The request has a key, level or admin token that is invalid. */
export class InvalidProjectAuthentication extends Family("InvalidProjectAuthentication", {
  code: "INVALID_PROJECT_AUTHENTICATION",
  parent: ProjectAuthenticationError
}) {}

/**
 * The request has a key or an admin token, but no header with its level.
 *
 * @cause A hand-written request omits `x-stack-access-type`.
 * @cause A proxy removes headers that begin with `x-stack-`.
 * @fix Send `x-stack-access-type` with `client`, `server` or `admin`. Calls of this package always do.
 * @fix Configure the proxy to forward all headers that begin with `x-stack-`.
 */
export class ProjectKeyWithoutAccessType extends KnownError("ProjectKeyWithoutAccessType", {
  code: "PROJECT_KEY_WITHOUT_ACCESS_TYPE",
  status: 400,
  family: InvalidProjectAuthentication,
  message: "Either an API key or an admin access token was provided, but the access-type header is missing"
}) {}

/**
 * The access-type header is not `client`, `server` or `admin`. Only `platformText` has the rejected value.
 *
 * @cause A hand-written request has a misspelled header.
 * @fix Send `client`, `server` or `admin`. Calls of this package always do.
 */
export class InvalidAccessType extends KnownError("InvalidAccessType", {
  code: "INVALID_ACCESS_TYPE",
  status: 400,
  family: InvalidProjectAuthentication,
  message: "The access-type header of the request is invalid. Set it to client, server or admin."
}) {}

/**
 * The request has a level, `requestType`, but no project id.
 *
 * @cause The program has no project id: the environment variable is empty or has another name.
 * @cause A proxy removes the header `x-stack-project-id`.
 * @fix Set `projectId`. The dashboard shows it next to the API keys; `latchkey doctor` shows the value that the program
 *   reads.
 */
export class AccessTypeWithoutProjectId extends KnownError("AccessTypeWithoutProjectId", {
  code: "ACCESS_TYPE_WITHOUT_PROJECT_ID",
  status: 400,
  family: InvalidProjectAuthentication,
  details: { requestType: Level },
  message: ({ requestType }) =>
    `The request was sent at ${requestType ? `the ${requestType}` : "some"} level, but without a project. ` +
    "Configure the project id; the dashboard shows it next to the API keys."
}) {}

/**
 * The endpoint requires a project and a level, but the request has no access-type header.
 *
 * @cause A hand-written request lacks the platform's headers.
 * @cause A proxy removes headers that begin with `x-stack-`.
 * @fix Make the call with a client of this package, or send `x-stack-access-type`, `x-stack-project-id` and a key of
 *   that level.
 */
export class AccessTypeRequired extends KnownError("AccessTypeRequired", {
  code: "ACCESS_TYPE_REQUIRED",
  status: 400,
  family: InvalidProjectAuthentication,
  message: "This endpoint requires an access level. Configure the project id and a key for the client, " +
    "server or admin level."
}) {}

/**
 * The endpoint, or this use of it, requires a higher level; `allowedAccessTypes` lists the allowed levels.
 * docs/protocol.md §28.
 *
 * @cause A browser or app, which calls at client level, requested something that only back ends may do.
 * @cause The request has a field that only servers may set.
 * @fix Make the call in the back end, with `createServer` or `createAdmin` and the key of that level. Never put such a
 *   key into a browser.
 */
export class InsufficientAccessType extends KnownError("InsufficientAccessType", {
  code: "INSUFFICIENT_ACCESS_TYPE",
  status: 401,
  family: InvalidProjectAuthentication,
  details: { actualAccessType: Level, allowedAccessTypes: Schema.Array(Level) },
  message: ({ actualAccessType, allowedAccessTypes }) =>
    `This call is not allowed at the ${actualAccessType ?? "current"} level. Make it at the ` +
    `${allowedAccessTypes?.length ? allowedAccessTypes.join(" or ") : "next higher"} level, ` +
    "from a place that may hold that level's key."
}) {}

/**
 * No project has this publishable client key.
 *
 * @cause Project id and key belong to different projects or platforms: one of them is from another environment.
 * @cause The key was revoked or has expired.
 * @cause The key was truncated when it was copied.
 * @fix Compare `projectId`, `publishableClientKey` and `baseUrl` with the dashboard. Replace a revoked or expired key.
 * @fix Run `latchkey doctor`, which tests the program's own configuration.
 */
export class InvalidPublishableClientKey extends KnownError("InvalidPublishableClientKey", {
  code: "INVALID_PUBLISHABLE_CLIENT_KEY",
  status: 401,
  family: InvalidProjectAuthentication,
  details: { projectId: Schema.String },
  message: ({ projectId }) =>
    `The publishable client key is not a valid key of the ${named("project", projectId)}. ` +
    "Compare the project id and the key with the dashboard; a revoked or expired key must be replaced."
}) {}

/**
 * No project has this secret server key.
 *
 * @cause Project id and key belong to different projects or platforms: one of them is from another environment.
 * @cause The key was revoked or has expired.
 * @cause A publishable or admin key was set instead of the server key.
 * @fix Compare `projectId`, `secretServerKey` and `baseUrl` with the dashboard. Replace a revoked or expired key.
 * @fix Run `latchkey doctor` where the program runs, which tests the program's own configuration.
 */
export class InvalidSecretServerKey extends KnownError("InvalidSecretServerKey", {
  code: "INVALID_SECRET_SERVER_KEY",
  status: 401,
  family: InvalidProjectAuthentication,
  details: { projectId: Schema.String },
  message: ({ projectId }) =>
    `The secret server key is not a valid key of the ${named("project", projectId)}. ` +
    "Compare the project id and the key with the dashboard; a revoked or expired key must be replaced."
}) {}

/**
 * No project has this super secret admin key.
 *
 * @cause Project id and key belong to different projects or platforms: one of them is from another environment.
 * @cause The key was revoked or has expired.
 * @cause A server key was set instead of the admin key.
 * @fix Compare `projectId`, `superSecretAdminKey` and `baseUrl` with the dashboard. Replace a revoked or expired key.
 */
export class InvalidSuperSecretAdminKey extends KnownError("InvalidSuperSecretAdminKey", {
  code: "INVALID_SUPER_SECRET_ADMIN_KEY",
  status: 401,
  family: InvalidProjectAuthentication,
  details: { projectId: Schema.String },
  message: ({ projectId }) =>
    `The super secret admin key is not a valid key of the ${named("project", projectId)}. ` +
    "Compare the project id and the key with the dashboard; a revoked or expired key must be replaced."
}) {}

/**
 * The admin token is invalid. If a project owner's session provides the token, the client refreshes it and repeats the
 * call before failing with this error.
 */
export class InvalidAdminAccessToken extends Family("InvalidAdminAccessToken", {
  code: "INVALID_ADMIN_ACCESS_TOKEN",
  parent: InvalidProjectAuthentication
}) {}

/**
 * The admin token is not from this platform: it is malformed, or its signature, issuer or audience doesn't match.
 *
 * @cause The token is from another platform, for instance from the emulator before a restart.
 * @cause The value is not an access token but, for instance, a refresh token or a key.
 * @fix Use a new access token of a user who owns the project.
 */
export class UnparsableAdminAccessToken extends KnownError("UnparsableAdminAccessToken", {
  code: "UNPARSABLE_ADMIN_ACCESS_TOKEN",
  status: 401,
  family: InvalidAdminAccessToken,
  message: "The admin access token cannot be read. Use a fresh access token of a user who owns the project."
}) {}

/**
 * The admin token has expired.
 *
 * @cause The owner's session was not refreshed: the session ended, or the program keeps a token instead of the session.
 * @cause The clock of this machine is wrong.
 * @fix Pass the owner's session to `OwnerSession` instead of a token, so that it is refreshed. Otherwise the owner must
 *   sign in again.
 */
export class AdminAccessTokenExpired extends KnownError("AdminAccessTokenExpired", {
  code: "ADMIN_ACCESS_TOKEN_EXPIRED",
  status: 401,
  family: InvalidAdminAccessToken,
  details: { expiredAt: wire("expired_at_millis", Schema.NullOr(Millis)) },
  message: ({ expiredAt }) =>
    `The admin access token expired${at(expiredAt)}. Refresh it, or sign in again as an owner.`
}) {}

/**
 * The admin token was not issued by the internal project, where project owners sign in. The platform declares this
 * error; its 2025-08 release sends {@link AdminAccessTokenIsNotAdmin} instead.
 *
 * @cause The token belongs to a user of the project itself.
 * @fix Use the token of an owner who is signed in to `internal`, the dashboard's own project.
 */
export class InvalidProjectForAdminAccessToken extends KnownError("InvalidProjectForAdminAccessToken", {
  code: "INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN",
  status: 401,
  family: InvalidAdminAccessToken,
  message: "The admin access token was issued for an ordinary project. Use the token of an owner signed in to the " +
    "internal project, the dashboard's own."
}) {}

/**
 * The admin token is valid, but its user does not manage the project of the request.
 *
 * @cause The owner is signed in with an account that does not own the project.
 * @cause The project was transferred, or the user was removed from the team that owns it.
 * @fix Sign in as an owner of the project, or ask an owner to add you in the dashboard.
 */
export class AdminAccessTokenIsNotAdmin extends KnownError("AdminAccessTokenIsNotAdmin", {
  code: "ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN",
  status: 401,
  family: InvalidAdminAccessToken,
  message: "You do not manage this project. Sign in as one of its owners, or ask an owner to add you."
}) {}

/** The endpoint requires a key that the request lacks. */
export class ProjectAuthenticationRequired extends Family("ProjectAuthenticationRequired", {
  code: "PROJECT_AUTHENTICATION_REQUIRED",
  parent: ProjectAuthenticationError
}) {}

/**
 * A client-level request lacks the publishable client key. Only the 2025-08 release sends this error. Later releases
 * require the key only if the project's settings do, and then send {@link PublishableClientKeyRequiredForProject}.
 *
 * @cause The environment variable with the key is not set, or not available in the browser: bundlers expose only names
 *   with their own prefix.
 * @fix Set `publishableClientKey`, or its environment variable. The dashboard shows the key next to the project id.
 */
export class ClientAuthenticationRequired extends KnownError("ClientAuthenticationRequired", {
  code: "CLIENT_AUTHENTICATION_REQUIRED",
  status: 401,
  family: ProjectAuthenticationRequired,
  message: "The publishable client key is missing. Set publishableClientKey " +
    "(NEXT_PUBLIC_HEXCLAVE_PUBLISHABLE_CLIENT_KEY or NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY); the dashboard shows it next to the project id."
}) {}

/**
 * A server-level request lacks the secret server key.
 *
 * @cause The environment variable with the key is not set where the back end runs.
 * @cause Server code runs in a browser, where the key must not be available.
 * @fix Set `secretServerKey`, or its environment variable, in the back end. Never set it in a browser or an app.
 */
export class ServerAuthenticationRequired extends KnownError("ServerAuthenticationRequired", {
  code: "SERVER_AUTHENTICATION_REQUIRED",
  status: 401,
  family: ProjectAuthenticationRequired,
  message: "The secret server key is missing. Configure it in the back end, never in a browser or an app."
}) {}

/**
 * The request has neither a publishable client key nor a secret server key. The platform declares this error but never
 * sends it.
 *
 * @cause The program has no key.
 * @fix Set `publishableClientKey` or, in a back end, `secretServerKey`.
 */
export class ClientOrServerAuthenticationRequired extends KnownError("ClientOrServerAuthenticationRequired", {
  code: "CLIENT_OR_SERVER_AUTHENTICATION_REQUIRED",
  status: 401,
  family: ProjectAuthenticationRequired,
  message: "The request carries no key. Configure the publishable client key or the secret server key."
}) {}

/**
 * The request has neither a publishable client key nor an admin key. The platform declares this error but never sends
 * it.
 *
 * @cause The program has no key.
 * @fix Set `publishableClientKey` or, in a back end, `superSecretAdminKey`.
 */
export class ClientOrAdminAuthenticationRequired extends KnownError("ClientOrAdminAuthenticationRequired", {
  code: "CLIENT_OR_ADMIN_AUTHENTICATION_REQUIRED",
  status: 401,
  family: ProjectAuthenticationRequired,
  message: "The request carries no key. Configure the publishable client key or the super secret admin key."
}) {}

/**
 * The request has no key. The platform declares this error but never sends it.
 *
 * @cause The program has no key.
 * @fix Set the key of the level that the program uses.
 */
export class ClientOrServerOrAdminAuthenticationRequired
  extends KnownError("ClientOrServerOrAdminAuthenticationRequired", {
    code: "CLIENT_OR_SERVER_OR_ADMIN_AUTHENTICATION_REQUIRED",
    status: 401,
    family: ProjectAuthenticationRequired,
    message: "The request carries no key. Configure a key for the client, server or admin level."
  })
{}

/**
 * An admin-level request has neither the admin key nor an owner's admin token.
 *
 * @cause The environment variable with the key is not set where the program runs.
 * @fix Set `superSecretAdminKey` or its environment variable, or provide an owner's session with `OwnerSession`.
 */
export class AdminAuthenticationRequired extends KnownError("AdminAuthenticationRequired", {
  code: "ADMIN_AUTHENTICATION_REQUIRED",
  status: 401,
  family: ProjectAuthenticationRequired,
  message: "The super secret admin key is missing. Configure it, or sign in as an owner of the project."
}) {}

/**
 * The project accepts client requests only with its publishable client key. Not in the 2025-08 release.
 *
 * @cause The environment variable with the key is not set, or not available in the browser: bundlers expose only names
 *   with their own prefix.
 * @fix Set `publishableClientKey`, or its environment variable. The dashboard shows the key next to the project id.
 * @fix Or remove the requirement in the project's settings.
 */
export class PublishableClientKeyRequiredForProject extends KnownError("PublishableClientKeyRequiredForProject", {
  code: "PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT",
  status: 401,
  family: ProjectAuthenticationRequired,
  details: { projectId: Schema.NullOr(Schema.String) },
  message: ({ projectId }) =>
    `The ${named("project", projectId)} requires its publishable client key. Set publishableClientKey ` +
    "(NEXT_PUBLIC_HEXCLAVE_PUBLISHABLE_CLIENT_KEY or NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY), or lift the requirement in the dashboard."
}) {}

/**
 * The endpoint belongs to the internal project, where owners list, create and transfer their projects.
 *
 * @cause The client is configured for an ordinary project.
 * @fix Configure the project id `internal` and its keys for this call.
 */
export class ExpectedInternalProject extends KnownError("ExpectedInternalProject", {
  code: "EXPECTED_INTERNAL_PROJECT",
  status: 401,
  family: ProjectAuthenticationError,
  message: "Only the internal project, the dashboard's own, can do this. Configure the project id \"internal\" and " +
    "its keys."
}) {}
