/** Metadata of any team. */
import * as Effect from "effect/Effect"
import { ServerAccess } from "../../schemas/access.ts"
import * as Teams from "../../schemas/endpoints/teams.ts"
import type { MetadataChanges, MetadataDefinition, MetadataSchemas, MetadataValues } from "./definition.ts"
import { oneAtATime } from "./oneAtATime.ts"
import { storedIn } from "./stored.ts"

/** A team of the project. */
export interface AnyTeam {
  readonly teamId: string
}

const stored = ({ teamId }: AnyTeam) =>
  storedIn({
    level: "server",
    read: Teams.getAny({ teamId }),
    write: (fields) => Teams.updateAny({ teamId, ...fields })
  })

/** Returns the metadata of a team. Fails with `MetadataInvalid` if a stored value matches no version of its schema. */
export const get = <S extends MetadataSchemas>(definition: MetadataDefinition<S>, team: AnyTeam) =>
  Effect.withSpan(stored(team).get<MetadataValues<S>>(definition), "metadata.server.teams.get")

/** Changes the metadata of a team, and returns it. `null` removes a value. See `Metadata.currentUser.update`. */
export const update = <S extends MetadataSchemas, const Changes extends MetadataChanges<S>>(
  definition: MetadataDefinition<S>,
  team: AnyTeam,
  changes: Changes | ((current: MetadataValues<S>) => Changes)
) => {
  const name = "metadata.server.teams.update"
  return stored(team).update<MetadataValues<S>>(name, definition, changes).pipe(
    oneAtATime(ServerAccess, team.teamId),
    Effect.withSpan(name)
  )
}
