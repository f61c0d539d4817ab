/** The email addresses of a user. docs/platform.md §9. */
import * as Schema from "effect/Schema"
import { Email, openEnum, UserId } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"

/** A contact channel of a user. All channels are email addresses so far. */
export class ContactChannel extends Schema.Opaque<ContactChannel>()(wireStruct({
  id: Schema.String,
  userId: Schema.String,
  type: openEnum("email"),
  /** The address, trimmed and in lower case. */
  value: Schema.String,
  isVerified: Schema.Boolean,
  /** At most one channel of a user is primary. */
  isPrimary: Schema.Boolean,
  /** Whether the user can sign in with this address. Only one user of a project can have this set for an address. */
  usedForAuth: Schema.Boolean
})) {}

const ChannelType = Schema.Literals(["email"])

/** The fields with which a signed-in user creates a channel. */
export const contactChannelCreate = {
  userId: UserId,
  type: ChannelType,
  value: Email,
  usedForAuth: Schema.Boolean,
  /** `true` replaces the current primary address. */
  isPrimary: Schema.optional(Schema.Boolean)
}

/** The fields with which a back end creates a channel. A back end can also mark the channel as verified. */
export const serverContactChannelCreate = {
  ...contactChannelCreate,
  isVerified: Schema.optional(Schema.Boolean)
}

/** The fields that a signed-in user can change. An omitted field stays unchanged. */
export const contactChannelUpdate = {
  /**
   * A new address becomes unverified. Send `type` with the address: otherwise the platform doesn't validate, trim and
   * lower-case the address.
   */
  value: Schema.optional(Schema.String),
  type: Schema.optional(ChannelType),
  usedForAuth: Schema.optional(Schema.Boolean),
  /** `true` replaces the current primary address; `false` leaves the user without one. */
  isPrimary: Schema.optional(Schema.Boolean)
}

/** The fields that a back end can change. A back end can also mark the channel as verified. */
export const serverContactChannelUpdate = {
  ...contactChannelUpdate,
  isVerified: Schema.optional(Schema.Boolean)
}
