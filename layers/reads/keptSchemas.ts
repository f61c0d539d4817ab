/**
 * Schemas of the predefined reads, for `PersistedReadCache`. They aren't part of the reads, so that pages that persist
 * nothing don't load them.
 */
import * as Schema from "effect/Schema"
import { ContactChannel } from "../../schemas/entities/ContactChannel.ts"
import { NotificationPreference } from "../../schemas/entities/NotificationPreference.ts"
import { ClientProject } from "../../schemas/entities/Project.ts"
import { Team } from "../../schemas/entities/Team.ts"
import { User } from "../../schemas/entities/User.ts"
import type { AnyRead, Kept } from "./read.ts"

const schemas: { readonly [Name in Kept]: () => Schema.Codec<any, unknown> } = {
  contactChannels: () => Schema.Array(ContactChannel),
  notificationPreferences: () => Schema.Array(NotificationPreference),
  permissions: () => Schema.Array(Schema.Struct({ id: Schema.String })),
  project: () => ClientProject,
  teams: () => Schema.Array(Team),
  user: () => Schema.NullOr(User)
}

const built = new Map<Kept, Schema.Codec<any, unknown>>()

/** Returns the schema of the values of a read; `undefined` if it is never persisted. */
export const schemaOf = ({ kept, schema }: AnyRead): Schema.Codec<any, unknown> | undefined => {
  if (kept === undefined) return schema
  let own = built.get(kept)
  if (own === undefined) built.set(kept, own = schemas[kept]())
  return own
}
