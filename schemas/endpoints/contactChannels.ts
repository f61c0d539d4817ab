/** Email addresses of users, and their verification. docs/platform.md §9. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import {
  ContactChannel,
  contactChannelCreate,
  contactChannelUpdate,
  serverContactChannelCreate,
  serverContactChannelUpdate
} from "../entities/ContactChannel.ts"
import { listOf, Success } from "../entities/responses.ts"
import { codeErrors } from "../entities/sharedErrors.ts"
import { CodeValid } from "../entities/VerificationCode.ts"
import { RedirectUrlNotWhitelisted } from "../errors/authConfiguration.ts"
import {
  ContactChannelAlreadyUsedForAuthBySomeoneElse,
  EmailAlreadyVerified,
  EmailIsNotPrimaryEmail
} from "../errors/contactChannels.ts"
import { CannotGetOwnUserWithoutUser, UserIdDoesNotExist } from "../errors/users.ts"
import { Code, StrictEmail, Url, UserId, Uuid } from "../fields.ts"

const channel = { userId: UserId, contactChannelId: Uuid }

/**
 * Lists contact channels, oldest first. Without `userId`, a back end gets the channels of all users.
 *
 * Clients must pass the `userId` of the signed-in user; otherwise the call fails with `HttpFailure` (403).
 */
export const list = endpoint("client", "contactChannels.list", "GET /contact-channels", {
  input: { userId: Schema.optional(UserId), contactChannelId: Schema.optional(Uuid) },
  output: listOf(ContactChannel),
  errors: [CannotGetOwnUserWithoutUser]
})

/** Returns a contact channel. An unknown channel fails with `HttpFailure` (404). */
export const get = endpoint("client", "contactChannels.get", "GET /contact-channels/{user_id}/{contact_channel_id}", {
  input: channel,
  output: ContactChannel,
  errors: [CannotGetOwnUserWithoutUser]
})

/**
 * Adds an unverified address for the signed-in user, and sends no email. A duplicate address fails with `HttpFailure`
 * (400).
 */
export const create = endpoint("client", "contactChannels.create", "POST /contact-channels", {
  input: contactChannelCreate,
  output: ContactChannel,
  errors: [CannotGetOwnUserWithoutUser, ContactChannelAlreadyUsedForAuthBySomeoneElse],
  status: 201,
  invalidates: ["contactChannels", "users"]
})

/** Adds an address for any user, and sends no email. An unknown user fails with `HttpFailure` (500). */
export const createForUser = endpoint("server", "contactChannels.createForUser", "POST /contact-channels", {
  input: serverContactChannelCreate,
  output: ContactChannel,
  errors: [CannotGetOwnUserWithoutUser, ContactChannelAlreadyUsedForAuthBySomeoneElse],
  status: 201,
  invalidates: ["contactChannels", "users"]
})

/** Changes a contact channel of the signed-in user. An unknown channel fails with `HttpFailure` (400, not 404). */
export const update = endpoint(
  "client",
  "contactChannels.update",
  "PATCH /contact-channels/{user_id}/{contact_channel_id}",
  {
    input: { ...channel, ...contactChannelUpdate },
    output: ContactChannel,
    errors: [CannotGetOwnUserWithoutUser, ContactChannelAlreadyUsedForAuthBySomeoneElse],
    invalidates: ["contactChannels", "users"]
  }
)

/** Changes a contact channel of any user. A new address stays verified only if the request has `isVerified`. */
export const updateAny = endpoint(
  "server",
  "contactChannels.updateAny",
  "PATCH /contact-channels/{user_id}/{contact_channel_id}",
  {
    input: { ...channel, ...serverContactChannelUpdate },
    output: ContactChannel,
    errors: [CannotGetOwnUserWithoutUser, ContactChannelAlreadyUsedForAuthBySomeoneElse],
    invalidates: ["contactChannels", "users"]
  }
)

/**
 * Removes an address. Removing the primary address leaves the user without one. An unknown channel fails with
 * `HttpFailure` (400).
 */
const remove = endpoint(
  "client",
  "contactChannels.delete",
  "DELETE /contact-channels/{user_id}/{contact_channel_id}",
  {
    input: channel,
    output: Success,
    errors: [CannotGetOwnUserWithoutUser],
    invalidates: ["contactChannels", "users"]
  }
)
export { remove as delete }

/**
 * Sends an email with a verification link: `callbackUrl` with the code in its query parameter `code`.
 *
 * The link is valid for seven days. An unknown channel fails with `HttpFailure` (404).
 */
export const sendVerificationCode = endpoint(
  "client",
  "contactChannels.sendVerificationCode",
  "POST /contact-channels/{user_id}/{contact_channel_id}/send-verification-code",
  {
    input: { ...channel, callbackUrl: Url },
    output: Success,
    errors: [CannotGetOwnUserWithoutUser, UserIdDoesNotExist, EmailAlreadyVerified, RedirectUrlNotWhitelisted]
  }
)

/**
 * Sends the verification link for the primary address of the signed-in user.
 *
 * @deprecated Use `sendVerificationCode`, which works for every address.
 */
export const sendPrimaryVerificationCode = endpoint(
  "client",
  "contactChannels.sendPrimaryVerificationCode",
  "POST /contact-channels/send-verification-code",
  {
    input: { email: StrictEmail, callbackUrl: Url },
    output: Success,
    errors: [EmailIsNotPrimaryEmail, EmailAlreadyVerified, RedirectUrlNotWhitelisted]
  }
)

/**
 * Verifies an address with the emailed code. Needs no session.
 *
 * If the channel was changed or removed after the email was sent, the call fails with `HttpFailure` (400) and the code
 * is used up.
 */
export const verify = endpoint("client", "contactChannels.verify", "POST /contact-channels/verify", {
  input: { code: Code },
  output: Success,
  errors: [
    ...codeErrors
  ],
  session: "optional",
  invalidates: ["contactChannels", "users"]
})

/** Checks whether a code is valid, without using it up. Counts as one of the code's 20 attempts. */
export const checkCode = endpoint("client", "contactChannels.checkCode", "POST /contact-channels/verify/check-code", {
  input: { code: Code },
  output: CodeValid,
  errors: [
    ...codeErrors
  ],
  session: "optional"
})
