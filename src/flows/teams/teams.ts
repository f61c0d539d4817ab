/** The signed-in user's teams. docs/platform.md §10. A back end's are `server.teams`. */
import * as Effect from "effect/Effect"
import { bindToUser } from "../../../layers/access/index.ts"
import * as TeamMemberships from "../../../schemas/endpoints/teamMemberships.ts"
import * as Teams from "../../../schemas/endpoints/teams.ts"
import { currentUser } from "../account/index.ts"

export { delete, get, update } from "../../../schemas/endpoints/teams.ts"

/** The teams that the signed-in user is in, oldest first. */
export const list = Effect.fn("teams.list")(function*() {
  return (yield* Teams.list({ userId: "me" })).items
})

/** What a new team is given. */
export type NewTeam = Omit<Parameters<typeof Teams.create>[0], "creatorUserId" | "addCurrentUser">

/**
 * Creates a team with the signed-in user as its first member, and selects it. Where the project does not let its users
 * create teams, an `HttpFailure` with status 403 says so.
 *
 * These are two calls. When the second one fails the team is there, not selected: `select` it rather than create another.
 */
export const create = Effect.fn("teams.create")(function*(team: NewTeam) {
  const created = yield* Teams.create({ ...team, creatorUserId: "me" })
  yield* select({ teamId: created.id })
  return created
}, bindToUser)

/** Switches to one of the signed-in user's teams; `null` to none. Answers with the user. */
export const select = Effect.fn("teams.select")(function*(choice: { readonly teamId: string | null }) {
  return yield* currentUser.update({ selectedTeamId: choice.teamId })
})

/** Leaves a team. It stays, even without a member. Not being in it gives `TeamMembershipNotFound`. */
export const leave = Effect.fn("teams.leave")(function*(team: { readonly teamId: string }) {
  yield* TeamMemberships.delete({ teamId: team.teamId, userId: "me" })
})

/** Takes somebody else out of a team. The signed-in user needs `$remove_members` there. */
export const removeMember = Effect.fn("teams.removeMember")(function*(member: {
  readonly teamId: string
  readonly userId: string
}) {
  yield* TeamMemberships.delete(member)
})
