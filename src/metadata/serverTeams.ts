/** Metadata of any team. */
import { ServerAccess } from "../../schemas/access.ts"
import * as Teams from "../../schemas/endpoints/teams.ts"
import { storedIn } from "./stored.ts"

/** A team of the project. */
export interface AnyTeam {
  readonly teamId: string
}

const stored = storedIn("metadata.server.teams", "server", ServerAccess, ({ teamId }: AnyTeam) => ({
  key: teamId,
  read: Teams.getAny({ teamId }),
  write: (fields) => Teams.updateAny({ teamId, ...fields })
}))

/** Returns the metadata of a team. Fails with `MetadataInvalid` if a stored value matches no version of its schema. */
export const get = stored.get

/** Changes the metadata of a team, and returns it. `null` removes a value. See `Metadata.currentUser.update`. */
export const update = stored.update
