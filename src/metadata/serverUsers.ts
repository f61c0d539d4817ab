/** Metadata of any user. */
import { ServerAccess } from "../../schemas/access.ts"
import * as Users from "../../schemas/endpoints/users.ts"
import { storedIn } from "./stored.ts"

/** A user of the project. */
export interface AnyUser {
  readonly userId: string
}

const stored = storedIn("metadata.server.users", "server", ServerAccess, ({ userId }: AnyUser) => ({
  key: userId,
  read: Users.get({ userId }),
  write: (fields) => Users.update({ userId, ...fields })
}))

/** Returns the metadata of a user. Fails with `MetadataInvalid` if a stored value matches no version of its schema. */
export const get = stored.get

/** Changes the metadata of a user, and returns it. `null` removes a value. See `Metadata.currentUser.update`. */
export const update = stored.update
