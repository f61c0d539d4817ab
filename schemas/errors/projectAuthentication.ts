/** Keys, levels and admin tokens that a request shows for its project. */
import * as Schema from "effect/Schema"
import { Millis, openEnum } from "../fields.ts"
import { Family, KnownError } from "../KnownError.ts"
import { wire } from "../wireNames.ts"
import { at, named } from "./words.ts"

const Level = openEnum("client", "server", "admin")

/** Everything about a request's claim to act for a project: keys and levels that are wrong, missing or not enough. */
export class ProjectAuthenticationError extends Family("ProjectAuthenticationError", {
  code: "PROJECT_AUTHENTICATION_ERROR"
}) {}

/** Keys, levels or admin tokens were sent, and they do not hold. */
export class InvalidProjectAuthentication extends Family("InvalidProjectAuthentication", {
  code: "INVALID_PROJECT_AUTHENTICATION",
  parent: ProjectAuthenticationError
}) {}

/**
 * A key or an admin token came without the header that says at which level it is meant.
 *
 * @cause A request made by hand leaves `x-stack-access-type` out.
 * @cause A proxy takes away headers that begin with `x-stack-`.
 * @fix Send `x-stack-access-type` with `client`, `server` or `admin`. Calls of this package always do.
 * @fix Let the proxy pass every header that begins with `x-stack-`.
 */
export class ProjectKeyWithoutAccessType extends KnownError("ProjectKeyWithoutAccessType", {
  code: "PROJECT_KEY_WITHOUT_ACCESS_TYPE",
  status: 400,
  family: InvalidProjectAuthentication,
  message: "Either an API key or an admin access token was provided, but the access-type header is missing"
}) {}

/**
 * The access-type header is none of `client`, `server` and `admin`. The rejected value is only in `platformText`.
 *
 * @cause The header of a request made by hand is misspelt.
 * @fix Send `client`, `server` or `admin`. Calls of this package always do.
 */
export class InvalidAccessType extends KnownError("InvalidAccessType", {
  code: "INVALID_ACCESS_TYPE",
  status: 400,
  family: InvalidProjectAuthentication,
  message: "The access-type header of the request names no level there is. Set it to client, server or admin."
}) {}

/**
 * The request states its level, `requestType`, but not its project.
 *
 * @cause The program has no project id: the environment variable is empty, or named otherwise.
 * @cause A proxy takes away the header `x-stack-project-id`.
 * @fix Set `projectId`. The dashboard shows it beside the API keys; `latchkey doctor` says what it finds.
 */
export class AccessTypeWithoutProjectId extends KnownError("AccessTypeWithoutProjectId", {
  code: "ACCESS_TYPE_WITHOUT_PROJECT_ID",
  status: 400,
  family: InvalidProjectAuthentication,
  details: { requestType: Level },
  message: ({ requestType }) =>
    `The request was sent at ${requestType ? `the ${requestType}` : "some"} level, but for no project. ` +
    "Configure the project id; the dashboard shows it beside the API keys."
}) {}

/**
 * The endpoint needs a project and a level, and the request carries no access-type header.
 *
 * @cause A request made by hand has no headers of the platform.
 * @cause A proxy takes away headers that begin with `x-stack-`.
 * @fix Make the call through a client of this package, or send `x-stack-access-type`, `x-stack-project-id` and a key of
 *   that level.
 */
export class AccessTypeRequired extends KnownError("AccessTypeRequired", {
  code: "ACCESS_TYPE_REQUIRED",
  status: 400,
  family: InvalidProjectAuthentication,
  message: "This endpoint must know at which level it is called. Configure the project id and a key for the client, " +
    "server or admin level."
}) {}

/**
 * The endpoint, or this use of it, is reserved for a higher level; `allowedAccessTypes` has the levels that may.
 * docs/protocol.md §27.
 *
 * @cause A browser or app, which calls at the client level, asked for something that only back ends may do.
 * @cause The field that was sent is one that only servers may set.
 * @fix Make the call in the back end, with `createServer` or `createAdmin` and the key of that level. Never give such a
 *   key to a browser.
 */
export class InsufficientAccessType extends KnownError("InsufficientAccessType", {
  code: "INSUFFICIENT_ACCESS_TYPE",
  status: 401,
  family: InvalidProjectAuthentication,
  details: { actualAccessType: Level, allowedAccessTypes: Schema.Array(Level) },
  message: ({ actualAccessType, allowedAccessTypes }) =>
    `This call is not open to the ${actualAccessType ?? "present"} level. Make it at the ` +
    `${allowedAccessTypes?.length ? allowedAccessTypes.join(" or ") : "next higher"} level, ` +
    "from a place that may hold the key of that level."
}) {}

/**
 * No project has this publishable key.
 *
 * @cause Project id and key are of different projects, or of different platforms: one of them is from another
 *   environment.
 * @cause The key was revoked or has expired.
 * @cause The key was cut off when it was copied.
 * @fix Compare `projectId`, `publishableClientKey` and `baseUrl` with the dashboard. Replace a revoked or expired key
 *   by a new one.
 * @fix Run `latchkey doctor`: it asks the platform with the program's own configuration.
 */
export class InvalidPublishableClientKey extends KnownError("InvalidPublishableClientKey", {
  code: "INVALID_PUBLISHABLE_CLIENT_KEY",
  status: 401,
  family: InvalidProjectAuthentication,
  details: { projectId: Schema.String },
  message: ({ projectId }) =>
    `The publishable client key is not a valid key of the ${named("project", projectId)}. ` +
    "Compare project id and key with the dashboard; a revoked or expired key must be replaced."
}) {}

/**
 * No project has this secret server key.
 *
 * @cause Project id and key are of different projects, or of different platforms: one of them is from another
 *   environment.
 * @cause The key was revoked or has expired.
 * @cause A publishable or admin key stands where the server key belongs.
 * @fix Compare `projectId`, `secretServerKey` and `baseUrl` with the dashboard. Replace a revoked or expired key by a
 *   new one.
 * @fix Run `latchkey doctor` where the program runs: it asks the platform with the program's own configuration.
 */
export class InvalidSecretServerKey extends KnownError("InvalidSecretServerKey", {
  code: "INVALID_SECRET_SERVER_KEY",
  status: 401,
  family: InvalidProjectAuthentication,
  details: { projectId: Schema.String },
  message: ({ projectId }) =>
    `The secret server key is not a valid key of the ${named("project", projectId)}. ` +
    "Compare project id and key with the dashboard; a revoked or expired key must be replaced."
}) {}

/**
 * No project has this super secret admin key.
 *
 * @cause Project id and key are of different projects, or of different platforms: one of them is from another
 *   environment.
 * @cause The key was revoked or has expired.
 * @cause A server key stands where the admin key belongs.
 * @fix Compare `projectId`, `superSecretAdminKey` and `baseUrl` with the dashboard. Replace a revoked or expired key by
 *   a new one.
 */
export class InvalidSuperSecretAdminKey extends KnownError("InvalidSuperSecretAdminKey", {
  code: "INVALID_SUPER_SECRET_ADMIN_KEY",
  status: 401,
  family: InvalidProjectAuthentication,
  details: { projectId: Schema.String },
  message: ({ projectId }) =>
    `The super secret admin key is not a valid key of the ${named("project", projectId)}. ` +
    "Compare project id and key with the dashboard; a revoked or expired key must be replaced."
}) {}

/**
 * The admin token does not hold. Where a project owner's session provides it, the token is renewed and the call made
 * again before you see this.
 */
export class InvalidAdminAccessToken extends Family("InvalidAdminAccessToken", {
  code: "INVALID_ADMIN_ACCESS_TOKEN",
  parent: InvalidProjectAuthentication
}) {}

/**
 * The admin token is no token of this platform: malformed, or its signature, issuer or audience does not fit.
 *
 * @cause The token is of another platform, for instance of the emulator before it was started anew.
 * @cause Something else than an access token was given, such as a refresh token or a key.
 * @fix Take a fresh access token of a user who owns the project.
 */
export class UnparsableAdminAccessToken extends KnownError("UnparsableAdminAccessToken", {
  code: "UNPARSABLE_ADMIN_ACCESS_TOKEN",
  status: 401,
  family: InvalidAdminAccessToken,
  message: "The admin access token cannot be read. Take a fresh access token of a user who owns the project."
}) {}

/**
 * The admin token's time is over.
 *
 * @cause The owner's session was not renewed: it ended, or the program keeps a token instead of a session.
 * @cause The clock of this machine is behind.
 * @fix Give the owner's session to `OwnerSession` instead of a token: it is renewed there. Otherwise have the owner
 *   sign in again.
 */
export class AdminAccessTokenExpired extends KnownError("AdminAccessTokenExpired", {
  code: "ADMIN_ACCESS_TOKEN_EXPIRED",
  status: 401,
  family: InvalidAdminAccessToken,
  details: { expiredAt: wire("expired_at_millis", Schema.NullOr(Millis)) },
  message: ({ expiredAt }) => `The admin access token expired${at(expiredAt)}. Renew it, or sign in again as an owner.`
}) {}

/**
 * The admin token was issued for another project than the internal one, where project owners sign in. Declared by the
 * platform, not sent by its 2025-08 release, which answers {@link AdminAccessTokenIsNotAdmin} instead.
 *
 * @cause The token belongs to a user of the project itself.
 * @fix Use the token of an owner who signed in to the project `internal`, the dashboard's own.
 */
export class InvalidProjectForAdminAccessToken extends KnownError("InvalidProjectForAdminAccessToken", {
  code: "INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN",
  status: 401,
  family: InvalidAdminAccessToken,
  message: "The admin access token was issued for an ordinary project. Use the token of an owner signed in to the " +
    "internal project, the dashboard's own."
}) {}

/**
 * The admin token is good, but its user does not manage the project the request is for.
 *
 * @cause The owner is signed in with another account than the one that owns the project.
 * @cause The project was transferred, or the person was taken out of the team that owns it.
 * @fix Sign in as an owner of the project, or have one add you in the dashboard.
 */
export class AdminAccessTokenIsNotAdmin extends KnownError("AdminAccessTokenIsNotAdmin", {
  code: "ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN",
  status: 401,
  family: InvalidAdminAccessToken,
  message: "You do not manage this project. Sign in as one of its owners, or ask an owner to add you."
}) {}

/** The endpoint needs a key that was not sent. */
export class ProjectAuthenticationRequired extends Family("ProjectAuthenticationRequired", {
  code: "PROJECT_AUTHENTICATION_REQUIRED",
  parent: ProjectAuthenticationError
}) {}

/**
 * A request at client level without publishable key. Sent by the 2025-08 release; later ones demand the key only where
 * the project says so and answer {@link PublishableClientKeyRequiredForProject}.
 *
 * @cause The environment variable with the key is not set, or not passed on to the browser: bundlers pass on only names
 *   with their own prefix.
 * @fix Set `publishableClientKey`, or its environment variable. The dashboard shows the key beside the project id.
 */
export class ClientAuthenticationRequired extends KnownError("ClientAuthenticationRequired", {
  code: "CLIENT_AUTHENTICATION_REQUIRED",
  status: 401,
  family: ProjectAuthenticationRequired,
  message: "The publishable client key is missing. Set publishableClientKey " +
    "(NEXT_PUBLIC_HEXCLAVE_PUBLISHABLE_CLIENT_KEY or NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY); the dashboard shows it beside the project id."
}) {}

/**
 * A request at server level without secret server key.
 *
 * @cause The environment variable with the key is not set where the back end runs.
 * @cause Server code runs in a browser, where the key rightly is not there.
 * @fix Set `secretServerKey`, or its environment variable, in the back end. Never in a browser or an app.
 */
export class ServerAuthenticationRequired extends KnownError("ServerAuthenticationRequired", {
  code: "SERVER_AUTHENTICATION_REQUIRED",
  status: 401,
  family: ProjectAuthenticationRequired,
  message: "The secret server key is missing. Configure it in the back end, never in a browser or an app."
}) {}

/**
 * Neither a publishable nor a server key was sent. Declared by the platform, never sent.
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
 * Neither a publishable nor an admin key was sent. Declared by the platform, never sent.
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
 * No key of any level was sent. Declared by the platform, never sent.
 *
 * @cause The program has no key.
 * @fix Set the key of the level that the program calls at.
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
 * A request at admin level with neither the admin key nor an owner's admin token.
 *
 * @cause The environment variable with the key is not set where the program runs.
 * @fix Set `superSecretAdminKey`, or its environment variable, or provide the session of an owner with `OwnerSession`.
 */
export class AdminAuthenticationRequired extends KnownError("AdminAuthenticationRequired", {
  code: "ADMIN_AUTHENTICATION_REQUIRED",
  status: 401,
  family: ProjectAuthenticationRequired,
  message: "The super secret admin key is missing. Configure it, or sign in as an owner of the project."
}) {}

/**
 * The project takes client requests only with its publishable key. Not known to the 2025-08 release.
 *
 * @cause The environment variable with the key is not set, or not passed on to the browser: bundlers pass on only names
 *   with their own prefix.
 * @fix Set `publishableClientKey`, or its environment variable. The dashboard shows the key beside the project id.
 * @fix Or lift the requirement in the project's settings.
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
 * The endpoint belongs to the internal project, in which owners list, create and transfer their projects.
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
