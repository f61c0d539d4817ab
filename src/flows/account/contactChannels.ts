/** The addresses of a user. docs/platform.md §9. */
import * as Effect from "effect/Effect"
import { bindToUser } from "../../../layers/access/index.ts"
import * as ContactChannels from "../../../schemas/endpoints/contactChannels.ts"
import { NoPrimaryEmail } from "../../errors/index.ts"
import { address, renewToken } from "../authentication/index.ts"
import { callbackUrl } from "../redirects/index.ts"
import type { UserTarget } from "./UserTarget.ts"

/** One of the user's channels. */
export interface Channel extends UserTarget {
  readonly contactChannelId: string
}

/** The user's addresses, oldest first. */
export const list = Effect.fn("contactChannels.list")(function*(of: UserTarget = {}) {
  return (yield* ContactChannels.list({ userId: of.userId ?? "me" })).items
})

/**
 * Adds an address to the signed-in user, not verified; no mail is sent. One that somebody else signs in with gives
 * `ContactChannelAlreadyUsedForAuthBySomeoneElse` where it is to be used for that, one the user has already an
 * `HttpFailure` with status 400.
 */
export const add = Effect.fn("contactChannels.add")(function*(channel: {
  /** The e-mail address. */
  readonly value: string
  /** The user can sign in with it. @default false */
  readonly usedForAuth?: boolean | undefined
  /** It takes the place of the present primary address. @default false */
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

/** Replaces the address of a channel. The new one is not verified. */
export const changeValue = Effect.fn("contactChannels.changeValue")(function*(
  channel: Channel & { readonly value: string }
) {
  // with the type the platform normalises the address, without it takes any text as it is
  const value = yield* address(ContactChannels.update.spec.name, channel.value)
  const changed = yield* ContactChannels.update({ ...own(channel), type: "email", value })
  if (changed.isPrimary) yield* renewToken
  return changed
})

/**
 * Makes a channel the primary one, in place of the one that was. Whether its address is verified may restrict the user, or
 * lift that: the next call carries a new access token, as it does after any other change of the primary address.
 */
export const makePrimary = Effect.fn("contactChannels.makePrimary")(function*(channel: Channel) {
  const primary = yield* ContactChannels.update({ ...own(channel), isPrimary: true })
  yield* renewToken
  return primary
})

/**
 * Gives the signed-in user another primary address in place of the present one, or a first one, and mails a link that
 * verifies it. One that is verified already gets no mail. Answers with the channel.
 */
export const changePrimary = Effect.fn("contactChannels.changePrimary")(function*(options: {
  /** The e-mail address. */
  readonly value: string
  /** Where the mailed link leads. @default the e-mail verification page of the site people are on */
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

/** Switches whether the user can sign in with a channel. */
export const setUsedForAuth = Effect.fn("contactChannels.setUsedForAuth")(function*(
  channel: Channel & { readonly usedForAuth: boolean }
) {
  return yield* ContactChannels.update({ ...own(channel), usedForAuth: channel.usedForAuth })
})

/** Removes an address. Without the primary one, the user has no primary address. */
const remove = Effect.fn("contactChannels.remove")(function*(channel: Channel) {
  yield* ContactChannels.delete(own(channel))
  yield* renewToken
})
export { remove }

/**
 * Mails a link that verifies an address: good for 7 days, for `emailVerification.verify`. A verified one gives
 * `EmailAlreadyVerified`. Without a `contactChannelId` it is the primary one, and `NoPrimaryEmail` where there is none.
 */
export const sendVerificationMail = Effect.fn("contactChannels.sendVerificationMail")(function*(
  options: Partial<Channel> & {
    /** Where the mailed link leads. @default the e-mail verification page of the site people are on */
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
