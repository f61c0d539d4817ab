/**
 * Users: the signed-in user at client level, any user at server level. docs/platform.md §8. At server level, `userId`
 * can be `me`, the user of the request's access token.
 */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { pageOf, Success } from "../entities/responses.ts"
import { ServerUser, serverUserCreateFields, serverUserUpdateFields, User, userUpdateFields } from "../entities/User.ts"
import { PasswordTooLong } from "../errors/authConfiguration.ts"
import { PermissionNotFound, ProjectPermissionRequired } from "../errors/permissions.ts"
import { TeamMembershipNotFound } from "../errors/teams.ts"
import { CannotGetOwnUserWithoutUser, UserNotFound, UserWithEmailAlreadyExists } from "../errors/users.ts"
import { QueryBoolean, QueryInt, UserId, Uuid } from "../fields.ts"
import * as TeamMemberProfiles from "./teamMemberProfiles.ts"

/** Returns the signed-in user. Requires an access token; a refresh token alone is not enough. */
export const getMe = endpoint("client", "users.getMe", "GET /users/me", {
  output: User,
  errors: [CannotGetOwnUserWithoutUser]
})

/**
 * Changes the signed-in user. Omitted fields keep their values; metadata is replaced as a whole. A new primary email
 * address is unverified, and the old one becomes a secondary address.
 *
 * `HttpFailure` (400): the picture is not a base64 image data URL, the project does not allow one-time codes, or
 * `passkeyAuthEnabled` is `true`.
 */
export const updateMe = endpoint("client", "users.updateMe", "PATCH /users/me", {
  input: userUpdateFields,
  output: User,
  errors: [CannotGetOwnUserWithoutUser, TeamMembershipNotFound, UserWithEmailAlreadyExists],
  invalidates: ["users", "teamMemberProfiles", "contactChannels"]
})

/** Deletes the signed-in user permanently. Fails with `HttpFailure` (400) if the project does not allow it. */
export const deleteMe = endpoint("client", "users.deleteMe", "DELETE /users/me", {
  output: Success,
  errors: [CannotGetOwnUserWithoutUser, ProjectPermissionRequired],
  gone: [CannotGetOwnUserWithoutUser]
})

/**
 * Lists users in order of sign-up. Without a `limit`, the response contains all users. Anonymous users are omitted
 * unless requested. Later revisions also omit restricted users; `server.users.list` includes them on every revision.
 */
export const list = endpoint("server", "users.list", "GET /users", {
  input: {
    /** Id of the first user on the page: `nextCursor` of the previous page. An unknown id gives an empty page. */
    cursor: Schema.optional(Uuid),
    /** Page size, at least 1. */
    limit: Schema.optional(QueryInt.check(Schema.isGreaterThanOrEqualTo(1))),
    /** Whether to list the newest users first. */
    desc: Schema.optional(QueryBoolean),
    orderBy: Schema.optional(Schema.Literals(["signed_up_at"])),
    /** Exact user id, or a part of the display name or of a contact channel, ignoring case. */
    query: Schema.optional(Schema.String),
    /** Lists only members of this team. */
    teamId: Schema.optional(Uuid),
    includeAnonymous: Schema.optional(QueryBoolean),
    /** Later revisions only. `includeAnonymous` includes restricted users too. */
    includeRestricted: Schema.optional(QueryBoolean),
    /** Later revisions only. Requires `includeAnonymous`. */
    onlyAnonymous: Schema.optional(QueryBoolean)
  },
  output: pageOf(ServerUser)
})

/**
 * Creates a user, with the project's default permissions for new users. If the project creates personal teams, the user
 * gets a team, which is selected; the response does not show it yet.
 *
 * The address may belong to several users. If `primaryEmailAuthEnabled` is set, the call fails with
 * `UserWithEmailAlreadyExists` if another user signs in with the address. `totpSecretBase64` is stored but does not
 * enable MFA; to enable it, update the user. Contradictory fields fail with `HttpFailure` (400). `PermissionNotFound`
 * means that the project's default permissions for new users contain a deleted permission.
 */
export const create = endpoint("server", "users.create", "POST /users", {
  input: serverUserCreateFields,
  output: ServerUser,
  status: 201,
  errors: [UserWithEmailAlreadyExists, PermissionNotFound, PasswordTooLong],
  invalidates: [list]
})

/**
 * Returns a user by id, including the fields that only back ends can read. An unknown or deleted id fails with
 * `UserNotFound`.
 */
export const get = endpoint("server", "users.get", "GET /users/{user_id}", {
  input: { userId: UserId },
  output: ServerUser,
  errors: [UserNotFound, CannotGetOwnUserWithoutUser]
})

/**
 * Changes a user. Omitted fields keep their values; metadata is replaced as a whole.
 *
 * A new password ends all sessions of the user. A new primary email address is verified if the old one was. In later
 * revisions it is unverified unless `primaryEmailVerified` is set. Contradictory fields fail with `HttpFailure` (400).
 */
export const update = endpoint("server", "users.update", "PATCH /users/{user_id}", {
  input: { userId: UserId, ...serverUserUpdateFields },
  output: ServerUser,
  errors: [
    UserNotFound,
    CannotGetOwnUserWithoutUser,
    TeamMembershipNotFound,
    UserWithEmailAlreadyExists,
    PasswordTooLong
  ],
  invalidates: ["users", "contactChannels", "teamMemberProfiles", "sessions"]
})

/**
 * Deletes a user permanently; the user's teams stay. An unknown user fails with `UserNotFound`, unless an earlier
 * attempt of the same call may have deleted the user: then the call succeeds.
 */
const remove = endpoint("server", "users.delete", "DELETE /users/{user_id}", {
  input: { userId: UserId },
  output: Success,
  errors: [UserNotFound, CannotGetOwnUserWithoutUser],
  gone: [CannotGetOwnUserWithoutUser],
  invalidates: [get, list, TeamMemberProfiles.list, TeamMemberProfiles.listAll]
})
export { remove as delete }
