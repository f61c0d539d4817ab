/** Metadata of the signed-in user's teams. */
import { ClientAccess } from "../../schemas/access.ts"
import * as Teams from "../../schemas/endpoints/teams.ts"
import { storedIn } from "./stored.ts"

/** A team of the user. */
export interface OwnTeam {
  readonly teamId: string
}

const stored = storedIn("metadata.teams", "own", ClientAccess, ({ teamId }: OwnTeam) => ({
  key: teamId,
  read: Teams.get({ teamId }),
  write: (fields) => Teams.update({ teamId, ...fields })
}))

/** Returns the metadata of a team. Fails with `MetadataInvalid` if a stored value matches no version of its schema. */
export const get = stored.get

/**
 * Changes `client` of a team, and returns the team's metadata. The user needs `$update_team` in the team. See
 * `Metadata.currentUser.update`.
 */
export const update = stored.update
