/** The addresses of any user; a back end can vouch for them. docs/platform.md §9. */
import * as Effect from "effect/Effect"
import * as ContactChannels from "../../schemas/endpoints/contactChannels.ts"
import { address } from "../flows/authentication/index.ts"

export {
  type Channel,
  listContactChannels as list,
  makePrimary,
  remove,
  sendVerificationMail,
  setUsedForAuth
} from "../flows/account/index.ts"

/** Adds an address to a user; no mail is sent. */
export const add = Effect.fn("server.contactChannels.add")(function*(channel: {
  readonly userId: string
  /** The e-mail address. */
  readonly value: string
  /** @default false */
  readonly isVerified?: boolean | undefined
  /** The user can sign in with it. @default false */
  readonly usedForAuth?: boolean | undefined
  /** It takes the place of the present primary address. @default false */
  readonly isPrimary?: boolean | undefined
}) {
  return yield* ContactChannels.createForUser({
    ...channel,
    type: "email",
    value: channel.value,
    usedForAuth: channel.usedForAuth ?? false
  })
})

/** Replaces the address of a channel. The new one is verified only if you say so. */
export const changeValue = Effect.fn("server.contactChannels.changeValue")(function*(channel: {
  readonly userId: string
  readonly contactChannelId: string
  readonly value: string
  /** @default false */
  readonly isVerified?: boolean | undefined
}) {
  // with the type the platform normalises the address, without it takes any text as it is
  const value = yield* address(ContactChannels.updateAny.spec.name, channel.value)
  return yield* ContactChannels.updateAny({ ...channel, type: "email", value })
})

/** Vouches for an address, or takes that back. */
export const setVerified = Effect.fn("server.contactChannels.setVerified")(function*(channel: {
  readonly userId: string
  readonly contactChannelId: string
  readonly isVerified: boolean
}) {
  return yield* ContactChannels.updateAny(channel)
})
