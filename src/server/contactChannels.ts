/** Contact channels of any user. Back ends can also set whether they are verified. docs/platform.md §9. */
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

/** Adds an address to a user. No email is sent. */
export const add = Effect.fn("server.contactChannels.add")(function*(channel: {
  readonly userId: string
  /** The email address. */
  readonly value: string
  /** @default false */
  readonly isVerified?: boolean | undefined
  /** Whether the user can sign in with the address. @default false */
  readonly usedForAuth?: boolean | undefined
  /** Whether the address replaces the current primary address. @default false */
  readonly isPrimary?: boolean | undefined
}) {
  return yield* ContactChannels.createForUser({
    ...channel,
    type: "email",
    value: channel.value,
    usedForAuth: channel.usedForAuth ?? false
  })
})

/** Replaces the address of a channel. The new address is unverified unless `isVerified` is set. */
export const changeValue = Effect.fn("server.contactChannels.changeValue")(function*(channel: {
  readonly userId: string
  readonly contactChannelId: string
  readonly value: string
  /** @default false */
  readonly isVerified?: boolean | undefined
}) {
  // the platform normalizes the address only if the type is sent
  const value = yield* address(ContactChannels.updateAny.spec.name, channel.value)
  return yield* ContactChannels.updateAny({ ...channel, type: "email", value })
})

/** Sets whether an address is verified. */
export const setVerified = Effect.fn("server.contactChannels.setVerified")(function*(channel: {
  readonly userId: string
  readonly contactChannelId: string
  readonly isVerified: boolean
}) {
  return yield* ContactChannels.updateAny(channel)
})
