/** Profiles of any user in any team. docs/platform.md §10. */
import * as Effect from "effect/Effect"
import * as TeamMemberProfiles from "../../schemas/endpoints/teamMemberProfiles.ts"

export { getAny as get, updateAny as update } from "../../schemas/endpoints/teamMemberProfiles.ts"

/**
 * Returns the profiles of a team, of a user, or of the whole project, with their users. The profiles are in the order
 * in which the members joined.
 */
export const list = Effect.fn("server.memberProfiles.list")(function*(of: {
  readonly teamId?: string | undefined
  readonly userId?: string | undefined
} = {}) {
  return (yield* TeamMemberProfiles.listAll(of)).items
})
