/** Metadata of the signed-in user, who may be anonymous or restricted. */
import * as Effect from "effect/Effect"
import { bindToUser } from "../../layers/access/index.ts"
import type { Session } from "../../layers/session/index.ts"
import { ClientAccess } from "../../schemas/access.ts"
import * as Users from "../../schemas/endpoints/users.ts"
import type { CallError } from "../../schemas/errors/CallError.ts"
import type { TeamMembershipNotFound } from "../../schemas/errors/teams.ts"
import type { UserWithEmailAlreadyExists } from "../../schemas/errors/users.ts"
import { NotSignedIn } from "../errors/index.ts"
import { currentUser } from "../flows/index.ts"
import type { MetadataDefinition, MetadataSchemas, OwnMetadataChanges, OwnMetadataValues } from "./definition.ts"
import type { MetadataInvalid } from "./MetadataInvalid.ts"
import { oneAtATime } from "./oneAtATime.ts"
import { storedIn } from "./stored.ts"

const signedOut = Effect.fail(new NotSignedIn({}))

const me = storedIn({
  level: "own",
  read: Effect.flatMap(
    currentUser.get({ or: "anonymous-if-exists" }),
    (user) => user === null ? signedOut : Effect.succeed(user)
  ),
  write: (fields) => Effect.catchTag(Users.updateMe(fields), "CannotGetOwnUserWithoutUser", () => signedOut)
})

/**
 * Returns the metadata of the signed-in user. Fails with `MetadataInvalid` if a stored value matches no version of its
 * schema.
 */
export const get = <S extends MetadataSchemas>(
  definition: MetadataDefinition<S>
): Effect.Effect<OwnMetadataValues<S>, CallError | NotSignedIn | MetadataInvalid, ClientAccess | Session> =>
  Effect.withSpan(me.get<OwnMetadataValues<S>>(definition), "metadata.currentUser.get")

/**
 * Changes `client` of the signed-in user, and returns the metadata. Pass the new value, or a function of the current
 * values. Older versions are written in the current shape, and keys that no version of the schema contains are kept.
 *
 * The metadata is read first, and then written as a whole. Updates of one client run one after the other. If another
 * device writes between the read and the write, its changes are overwritten.
 */
export const update = <S extends MetadataSchemas, const Changes extends OwnMetadataChanges<S>>(
  definition: MetadataDefinition<S>,
  changes: Changes | ((current: OwnMetadataValues<S>) => Changes)
): Effect.Effect<
  OwnMetadataValues<S>,
  CallError | NotSignedIn | MetadataInvalid | TeamMembershipNotFound | UserWithEmailAlreadyExists,
  ClientAccess | Session
> => {
  const name = "metadata.currentUser.update"
  return me.update<OwnMetadataValues<S>>(name, definition, changes).pipe(
    oneAtATime(ClientAccess, "me"),
    bindToUser,
    Effect.withSpan(name)
  )
}
