/** Metadata of the signed-in user's teams. */
import * as Effect from "effect/Effect"
import { bindToUser } from "../../layers/access/index.ts"
import { ClientAccess } from "../../schemas/access.ts"
import * as Teams from "../../schemas/endpoints/teams.ts"
import type { MetadataDefinition, MetadataSchemas, OwnMetadataChanges, OwnMetadataValues } from "./definition.ts"
import { oneAtATime } from "./oneAtATime.ts"
import { storedIn } from "./stored.ts"

/** A team of the user. */
export interface OwnTeam {
  readonly teamId: string
}

const stored = ({ teamId }: OwnTeam) =>
  storedIn({ level: "own", read: Teams.get({ teamId }), write: (fields) => Teams.update({ teamId, ...fields }) })

/** Returns the metadata of a team. Fails with `MetadataInvalid` if a stored value matches no version of its schema. */
export const get = <S extends MetadataSchemas>(definition: MetadataDefinition<S>, team: OwnTeam) =>
  Effect.withSpan(stored(team).get<OwnMetadataValues<S>>(definition), "metadata.teams.get")

/**
 * Changes `client` of a team, and returns the team's metadata. The user needs `$update_team` in the team. See
 * `Metadata.currentUser.update`.
 */
export const update = <S extends MetadataSchemas, const Changes extends OwnMetadataChanges<S>>(
  definition: MetadataDefinition<S>,
  team: OwnTeam,
  changes: Changes | ((current: OwnMetadataValues<S>) => Changes)
) => {
  const name = "metadata.teams.update"
  return stored(team).update<OwnMetadataValues<S>>(name, definition, changes).pipe(
    oneAtATime(ClientAccess, team.teamId),
    bindToUser,
    Effect.withSpan(name)
  )
}
