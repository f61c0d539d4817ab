/** Email addresses of a user. docs/platform.md §9. */
import * as Effect from "effect/Effect"
import { bindToUser } from "../../../layers/access/index.ts"
import * as ContactChannels from "../../../schemas/endpoints/contactChannels.ts"
import { NoPrimaryEmail } from "../../errors/index.ts"
import { address, renewToken } from "../authentication/index.ts"
import { callbackUrl } from "../redirects/index.ts"
import type { UserTarget } from "./UserTarget.ts"

/** Contact channel of a user. */
export interface Channel extends UserTarget {
  readonly contactChannelId: string
}

/**
 * Returns the user's addresses, oldest first.
 *
 * @example
 * ```ts
 * import { contactChannels } from "latchkey"
 *
 * const channels = yield* contactChannels.list()
 * console.log(channels.map(({ isVerified, value }) => [value, isVerified])) // [ [ 'ada@example.com', true ] ]
 * ```
 */
export const list = Effect.fn("contactChannels.list")(function*(of: UserTarget = {}) {
  return (yield* ContactChannels.list({ userId: of.userId ?? "me" })).items
})

/**
 * Adds an unverified address to the signed-in user. No email is sent. Fails with
 * `ContactChannelAlreadyUsedForAuthBySomeoneElse` if the address should be used for sign-in but another user signs in
 * with it. Fails with an `HttpFailure` of status 400 if the user already has the address.
 */
export const add = Effect.fn("contactChannels.add")(function*(channel: {
  /** The email address. */
  readonly value: string
  /** Whether the user can sign in with the address. @default false */
  readonly usedForAuth?: boolean | undefined
  /** Whether the address replaces the current primary address. @default false */
  readonly isPrimary?: boolean | undefined
}) {
  const added = yield* ContactChannels.create({
    userId: "me",
    type: "email",
    value: channel.value,
    usedForAuth: channel.usedForAuth ?? false,
    isPrimary: channel.isPrimary
  })
  if (added.isPrimary) yield* renewToken
  return added
})

/** Replaces the address of a channel. The new address is unverified. */
export const changeValue = Effect.fn("contactChannels.changeValue")(function*(
  channel: Channel & { readonly value: string }
) {
  // the platform normalizes the address only if the type is sent
  const value = yield* address(ContactChannels.update.spec.name, channel.value)
  const changed = yield* ContactChannels.update({ ...own(channel), type: "email", value })
  if (changed.isPrimary) yield* renewToken
  return changed
})

/**
 * Makes a channel the primary one, replacing the previous one. Depending on whether its address is verified, this may
 * restrict the user or lift the restriction. The next call therefore sends a new access token, as after any change of
 * the primary address.
 */
export const makePrimary = Effect.fn("contactChannels.makePrimary")(function*(channel: Channel) {
  const primary = yield* ContactChannels.update({ ...own(channel), isPrimary: true })
  yield* renewToken
  return primary
})

/**
 * Sets a new primary address for the signed-in user, who may have had none, and sends an email with a link that
 * verifies it. No email is sent for a verified address. Returns the channel.
 */
export const changePrimary = Effect.fn("contactChannels.changePrimary")(function*(options: {
  /** The email address. */
  readonly value: string
  /** Target of the link in the email. @default the email verification page of the current site */
  readonly callbackUrl?: string | undefined
}) {
  const value = yield* address(ContactChannels.update.spec.name, options.value)
  const channels = yield* list()
  const present = channels.find(({ isPrimary }) => isPrimary)
  const known = channels.find((channel) => channel.value === value.toLowerCase())
  const changed = known !== undefined
    ? known.isPrimary ? known : yield* makePrimary({ contactChannelId: known.id })
    : present !== undefined
    ? yield* changeValue({ contactChannelId: present.id, value })
    : yield* add({ value, isPrimary: true })
  if (!changed.isVerified) {
    yield* sendVerificationMail({ contactChannelId: changed.id, callbackUrl: options.callbackUrl })
  }
  return changed
}, bindToUser)

/** Sets whether the user can sign in with a channel. */
export const setUsedForAuth = Effect.fn("contactChannels.setUsedForAuth")(function*(
  channel: Channel & { readonly usedForAuth: boolean }
) {
  return yield* ContactChannels.update({ ...own(channel), usedForAuth: channel.usedForAuth })
})

/** Removes an address. After removing the primary one, the user has no primary address. */
const remove = Effect.fn("contactChannels.remove")(function*(channel: Channel) {
  yield* ContactChannels.delete(own(channel))
  yield* renewToken
})
export { remove }

/**
 * Sends an email with a link that verifies an address. The link is valid for 7 days and is redeemed with
 * `emailVerification.verify`. Fails with `EmailAlreadyVerified` for a verified address. Without a `contactChannelId`,
 * the primary address is used. Fails with `NoPrimaryEmail` if the user has none.
 */
export const sendVerificationMail = Effect.fn("contactChannels.sendVerificationMail")(function*(
  options: { readonly [Name in keyof Channel]?: Channel[Name] | undefined } & {
    /** Target of the link in the email. @default the email verification page of the current site */
    readonly callbackUrl?: string | undefined
  } = {}
) {
  const { name } = ContactChannels.sendVerificationCode.spec
  const url = yield* callbackUrl(name, "emailVerification", options.callbackUrl)
  const contactChannelId = options.contactChannelId ?? (yield* primary(options)).id
  yield* ContactChannels.sendVerificationCode({ ...own({ ...options, contactChannelId }), callbackUrl: url })
})

const primary = (of: UserTarget) =>
  Effect.flatMap(list({ userId: of.userId }), (channels) => {
    const found = channels.find(({ isPrimary }) => isPrimary)
    return found === undefined ? Effect.fail(new NoPrimaryEmail()) : Effect.succeed(found)
  })

const own = ({ contactChannelId, userId }: Channel) => ({ contactChannelId, userId: userId ?? "me" })
