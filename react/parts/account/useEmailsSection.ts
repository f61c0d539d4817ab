/** State of the emails section. */
"use client"
import * as Effect from "effect/Effect"
import { optimistically } from "../../../layers/reads/index.ts"
import type { ContactChannel } from "../../../schemas/entities/ContactChannel.ts"
import { contactChannels } from "../../../src/flows/account/index.ts"
import * as reads from "../../../src/reads.ts"
import { InputProblem } from "../form/InputProblem.ts"
import { inTurn } from "../form/inTurn.ts"
import { type Form, useForm } from "../form/useForm.ts"
import { validateEmailAddress } from "../form/validate.ts"
import { confirmFirst } from "./confirmFirst.ts"
import { type Loaded, useLoaded, withReady } from "./Loaded.ts"
import { type ItemAction, useEach } from "./useEach.ts"

/** State of the emails section. */
export type EmailsState = Loaded<{
  /** The user's addresses, oldest first. */
  readonly channels: ReadonlyArray<ContactChannel>
  /** Adds an address and sends a verification link to it. */
  readonly add: Form<{ readonly email: string }>
  /** Sends a verification link. */
  readonly verify: ItemAction
  readonly makePrimary: ItemAction
  /**
   * Shows the change before the request completes, and reverts it if the request fails. Turning it on
   * requires a recent sign-in.
   */
  readonly setUsedForAuth: ItemAction<[usedForAuth: boolean]>
  readonly remove: ItemAction
}>

/** Returns the state of the emails section. */
export const useEmailsSection = (): EmailsState => {
  const loaded = useLoaded(reads.contactChannels)
  const channels = loaded.step === "ready" ? loaded.value : []
  const verify = useEach(sendLink)
  const add = useForm({
    initial: { email: "" },
    check: ({ email }) => ({ email: validateEmailAddress("email", email) ?? alreadyThere(email, channels) }),
    submit: ({ email }) => inTurn("user")(contactChannels.add({ value: email })),
    onSuccess: ({ id }) => {
      add.reset()
      verify.run(id)
    }
  })
  const makePrimary = useEach(toPrimary)
  const setUsedForAuth = useEach(switchSignIn)
  const remove = useEach(removeChannel)
  return withReady(loaded, (channels) => ({ channels, add, verify, makePrimary, setUsedForAuth, remove }))
}

/**
 * Checks here whether the user already has the address, because the platform has no error code for this case.
 * docs/platform.md §9.
 */
const alreadyThere = (email: string, channels: ReadonlyArray<ContactChannel>) =>
  channels.some(({ value }) => value === email.trim().toLowerCase())
    ? new InputProblem({ fault: "known", field: "email" })
    : undefined

const sendLink = (contactChannelId: string) =>
  inTurn("user")(contactChannels.sendVerificationMail({ contactChannelId }))

const toPrimary = (contactChannelId: string) => inTurn("user")(contactChannels.makePrimary({ contactChannelId }))

const switchSignIn = (contactChannelId: string, usedForAuth: boolean) =>
  contactChannels.setUsedForAuth({ contactChannelId, usedForAuth }).pipe(
    Effect.asVoid,
    inTurn("user"),
    optimistically(
      reads.contactChannels,
      (channels) => channels.map((channel) => channel.id === contactChannelId ? { ...channel, usedForAuth } : channel)
    ),
    (change) => usedForAuth ? confirmFirst(change) : change
  )

const removeChannel = (contactChannelId: string) => inTurn("user")(contactChannels.remove({ contactChannelId }))
