/** Metadata of any user. */
import * as Effect from "effect/Effect"
import { ServerAccess } from "../../schemas/access.ts"
import * as Users from "../../schemas/endpoints/users.ts"
import type { MetadataChanges, MetadataDefinition, MetadataSchemas, MetadataValues } from "./definition.ts"
import { oneAtATime } from "./oneAtATime.ts"
import { storedIn } from "./stored.ts"

/** A user of the project. */
export interface AnyUser {
  readonly userId: string
}

const stored = ({ userId }: AnyUser) =>
  storedIn({ level: "server", read: Users.get({ userId }), write: (fields) => Users.update({ userId, ...fields }) })

/** Returns the metadata of a user. Fails with `MetadataInvalid` if a stored value matches no version of its schema. */
export const get = <S extends MetadataSchemas>(definition: MetadataDefinition<S>, user: AnyUser) =>
  Effect.withSpan(stored(user).get<MetadataValues<S>>(definition), "metadata.server.users.get")

/** Changes the metadata of a user, and returns it. `null` removes a value. See `Metadata.currentUser.update`. */
export const update = <S extends MetadataSchemas, const Changes extends MetadataChanges<S>>(
  definition: MetadataDefinition<S>,
  user: AnyUser,
  changes: Changes | ((current: MetadataValues<S>) => Changes)
) => {
  const name = "metadata.server.users.update"
  return stored(user).update<MetadataValues<S>>(name, definition, changes).pipe(
    oneAtATime(ServerAccess, user.userId),
    Effect.withSpan(name)
  )
}
