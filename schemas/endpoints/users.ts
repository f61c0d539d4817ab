/**
 * Users: oneself at client level, anyone at server level. docs/platform.md §8. The server level's `userId` may be `me`,
 * the user of the access token that comes along.
 */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { pageOf, Success } from "../entities/answers.ts"
import { ServerUser, serverUserCreateFields, serverUserUpdateFields, User, userUpdateFields } from "../entities/User.ts"
import { PasswordTooLong } from "../errors/authConfiguration.ts"
import { PermissionNotFound, ProjectPermissionRequired } from "../errors/permissions.ts"
import { TeamMembershipNotFound } from "../errors/teams.ts"
import { CannotGetOwnUserWithoutUser, UserNotFound, UserWithEmailAlreadyExists } from "../errors/users.ts"
import { QueryBoolean, QueryInt, UserId, Uuid } from "../fields.ts"

/** The signed-in user. The refresh token alone is not enough. */
export const getMe = endpoint("client", "users.getMe", "GET /users/me", {
  output: User,
  errors: [CannotGetOwnUserWithoutUser]
})

/**
 * Changes the signed-in user. Fields that are left out stay as they are; metadata is replaced whole. A new primary e-mail
 * is not verified, and the old one stays as another channel.
 *
 * Refused in plain text with status 400: a picture that is not a base64 image data URL, one-time codes where the project
 * has none, and `passkeyAuthEnabled: true`.
 */
export const updateMe = endpoint("client", "users.updateMe", "PATCH /users/me", {
  input: userUpdateFields,
  output: User,
  errors: [CannotGetOwnUserWithoutUser, TeamMembershipNotFound, UserWithEmailAlreadyExists],
  invalidates: ["users", "teamMemberProfiles", "contactChannels"]
})

/** Deletes the signed-in user for good. A project that does not allow it refuses in plain text with status 400. */
export const deleteMe = endpoint("client", "users.deleteMe", "DELETE /users/me", {
  output: Success,
  errors: [CannotGetOwnUserWithoutUser, ProjectPermissionRequired],
  gone: [CannotGetOwnUserWithoutUser]
})

/**
 * Lists users in the order of their sign-up. With a `limit` it comes in pages; without one everything comes at once.
 * Anonymous users are left out unless asked for, and later revisions of the platform leave out restricted ones too: what asks
 * for those on any platform is `server.users.list`.
 */
export const list = endpoint("server", "users.list", "GET /users", {
  input: {
    /** The id of the user that the page begins with: `nextCursor` of the page before. An unknown one gives no users. */
    cursor: Schema.optional(Uuid),
    /** At least 1. */
    limit: Schema.optional(QueryInt.check(Schema.isGreaterThanOrEqualTo(1))),
    /** Newest first. */
    desc: Schema.optional(QueryBoolean),
    orderBy: Schema.optional(Schema.Literals(["signed_up_at"])),
    /** An exact user id, or a part of the display name or of any contact channel, in any case. */
    query: Schema.optional(Schema.String),
    /** Members of this team only. */
    teamId: Schema.optional(Uuid),
    includeAnonymous: Schema.optional(QueryBoolean),
    /** Later revisions of the platform only; `includeAnonymous` includes them too. */
    includeRestricted: Schema.optional(QueryBoolean),
    /** Later revisions of the platform only, and together with `includeAnonymous`. */
    onlyAnonymous: Schema.optional(QueryBoolean)
  },
  output: pageOf(ServerUser)
})

/**
 * Makes a user, with the project's permissions for new users and, where the project says so, a selected team of their
 * own; the answer was written before that and shows none.
 *
 * The address may be in use already unless `primaryEmailAuthEnabled` is set: then another user who signs in with it
 * makes this `UserWithEmailAlreadyExists`. `totpSecretBase64` is kept but turns no second factor on; update the user for
 * that. Combinations that make no sense are refused in plain text with status 400. `PermissionNotFound` means that the
 * project gives new users a permission that was deleted.
 */
export const create = endpoint("server", "users.create", "POST /users", {
  input: serverUserCreateFields,
  output: ServerUser,
  status: 201,
  errors: [UserWithEmailAlreadyExists, PermissionNotFound, PasswordTooLong],
  invalidates: ["users.list"]
})

/** A user by id, with what only back ends see. An id that nobody has, or had, is `UserNotFound`. */
export const get = endpoint("server", "users.get", "GET /users/{user_id}", {
  input: { userId: UserId },
  output: ServerUser,
  errors: [UserNotFound, CannotGetOwnUserWithoutUser]
})

/**
 * Changes a user. Fields that are left out stay as they are; metadata is replaced whole.
 *
 * A new password ends every session of the user. A new primary e-mail is verified if the old one was (later revisions
 * of the platform: unless `primaryEmailVerified` says otherwise it is not). Combinations that make no sense are refused
 * in plain text with status 400.
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
 * Deletes a user for good; the user's teams stay. `UserNotFound` when there is none, unless the answer to an earlier
 * attempt of the same call got lost: then that one did it.
 */
const remove = endpoint("server", "users.delete", "DELETE /users/{user_id}", {
  input: { userId: UserId },
  output: Success,
  errors: [UserNotFound, CannotGetOwnUserWithoutUser],
  gone: [CannotGetOwnUserWithoutUser],
  invalidates: ["users.get", "users.list", "teamMemberProfiles.list", "teamMemberProfiles.listAll"]
})
export { remove as delete }
