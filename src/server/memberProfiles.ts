/** Profiles of any user in any team. docs/platform.md §10. */
import * as Effect from "effect/Effect"
import * as TeamMemberProfiles from "../../schemas/endpoints/teamMemberProfiles.ts"

export { getAny as get, updateAny as update } from "../../schemas/endpoints/teamMemberProfiles.ts"

/** Returns profiles with their users in the order of joining: of a team, of a user, or of the whole project. */
export const list = Effect.fn("server.memberProfiles.list")(function*(of: {
  readonly teamId?: string | undefined
  readonly userId?: string | undefined
} = {}) {
  return (yield* TeamMemberProfiles.listAll(of)).items
})
