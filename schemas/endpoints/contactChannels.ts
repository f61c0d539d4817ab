/** The e-mail addresses of users, and verifying them. docs/platform.md §9. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { listOf, Success } from "../entities/answers.ts"
import {
  ContactChannel,
  contactChannelCreate,
  contactChannelUpdate,
  serverContactChannelCreate,
  serverContactChannelUpdate
} from "../entities/ContactChannel.ts"
import { codeErrors, CodeValid } from "../entities/VerificationCode.ts"
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
 * Channels, oldest first; without `userId` a backend gets those of all users.
 *
 * A client has to give `userId`, and only for the signed-in user; anything else is refused with a 403.
 */
export const list = endpoint("client", "contactChannels.list", "GET /contact-channels", {
  input: { userId: Schema.optional(UserId), contactChannelId: Schema.optional(Uuid) },
  output: listOf(ContactChannel),
  errors: [CannotGetOwnUserWithoutUser]
})

/** One channel. An unknown one is a plain 404. */
export const get = endpoint("client", "contactChannels.get", "GET /contact-channels/{user_id}/{contact_channel_id}", {
  input: channel,
  output: ContactChannel,
  errors: [CannotGetOwnUserWithoutUser]
})

/** Adds an address to the signed-in user, unverified; no mail is sent. One the user already has is a plain 400. */
export const create = endpoint("client", "contactChannels.create", "POST /contact-channels", {
  input: contactChannelCreate,
  output: ContactChannel,
  errors: [CannotGetOwnUserWithoutUser, ContactChannelAlreadyUsedForAuthBySomeoneElse],
  status: 201,
  invalidates: ["contactChannels", "users"]
})

/** Adds an address to any user; no mail is sent. An unknown user is a 500. */
export const createForUser = endpoint("server", "contactChannels.createForUser", "POST /contact-channels", {
  input: serverContactChannelCreate,
  output: ContactChannel,
  errors: [CannotGetOwnUserWithoutUser, ContactChannelAlreadyUsedForAuthBySomeoneElse],
  status: 201,
  invalidates: ["contactChannels", "users"]
})

/** Changes a channel of the signed-in user. An unknown one is a plain 400, not a 404. */
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

/** Changes a channel of any user. A new address stays verified only if `isVerified` is sent with it. */
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

/** Removes an address. Without its primary one, the user has no primary e-mail. An unknown channel is a plain 400. */
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
 * Mails a link that verifies the address: `callbackUrl` with the code as its query parameter `code`.
 *
 * The link is good for seven days. An unknown channel is a plain 404.
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
 * Does the same for the primary address of the signed-in user.
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
 * Verifies an address with the mailed code. Needs no session.
 *
 * When the channel was changed or removed after the mail, it is a plain 400 and the code is used up.
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

/** Says whether a code is still good, without using it up. Counts as one of its 20 attempts. */
export const checkCode = endpoint("client", "contactChannels.checkCode", "POST /contact-channels/verify/check-code", {
  input: { code: Code },
  output: CodeValid,
  errors: [
    ...codeErrors
  ],
  session: "optional"
})
