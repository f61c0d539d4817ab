/** The e-mail addresses of a user. docs/platform.md §9. */
import * as Schema from "effect/Schema"
import { Email, openEnum, UserId } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"

/** One way to reach a user. So far every channel is an e-mail address. */
export class ContactChannel extends Schema.Opaque<ContactChannel>()(wireStruct({
  id: Schema.String,
  userId: Schema.String,
  type: openEnum("email"),
  /** The address, trimmed and in lower case. */
  value: Schema.String,
  isVerified: Schema.Boolean,
  /** At most one channel of a user is. */
  isPrimary: Schema.Boolean,
  /** The user can sign in with it. No two users of a project can with the same address. */
  usedForAuth: Schema.Boolean
})) {}

const ChannelType = Schema.Literals(["email"])

/** What a signed-in user gives a new channel. */
export const contactChannelCreate = {
  userId: UserId,
  type: ChannelType,
  value: Email,
  usedForAuth: Schema.Boolean,
  /** `true` takes the place of the present primary address. */
  isPrimary: Schema.optional(Schema.Boolean)
}

/** A backend can also vouch for the address. */
export const serverContactChannelCreate = {
  ...contactChannelCreate,
  isVerified: Schema.optional(Schema.Boolean)
}

/** What a signed-in user may change. A field that is left out stays as it is. */
export const contactChannelUpdate = {
  /** A new address counts as unverified. Give `type` with it: only then is it checked, trimmed and lower-cased. */
  value: Schema.optional(Schema.String),
  type: Schema.optional(ChannelType),
  usedForAuth: Schema.optional(Schema.Boolean),
  /** `true` takes the place of the present primary address; `false` leaves the user without one. */
  isPrimary: Schema.optional(Schema.Boolean)
}

/** A backend can also vouch for the address. */
export const serverContactChannelUpdate = {
  ...contactChannelUpdate,
  isVerified: Schema.optional(Schema.Boolean)
}
