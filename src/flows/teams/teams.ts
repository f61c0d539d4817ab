/** Teams of the signed-in user. docs/platform.md §10. Back ends use `server.teams`. */
import * as Effect from "effect/Effect"
import { bindToUser } from "../../../layers/access/index.ts"
import * as TeamMemberships from "../../../schemas/endpoints/teamMemberships.ts"
import * as Teams from "../../../schemas/endpoints/teams.ts"
import { currentUser } from "../account/index.ts"

export { delete, get, update } from "../../../schemas/endpoints/teams.ts"

/**
 * Returns the signed-in user's teams, oldest first.
 *
 * @example
 * ```ts
 * import { teams } from "latchkey"
 *
 * const mine = yield* teams.list()
 * console.log(mine.map(({ displayName }) => displayName)) // [ 'Analysts' ]
 * ```
 */
export const list = Effect.fn("teams.list")(function*() {
  return (yield* Teams.list({ userId: "me" })).items
})

/** Fields of a new team. */
export type NewTeam = Omit<Parameters<typeof Teams.create>[0], "creatorUserId" | "addCurrentUser">

/**
 * Creates a team with the signed-in user as its first member, and selects it. Fails with an `HttpFailure` of status 403
 * if the project doesn't allow its users to create teams.
 *
 * These are two calls. If the second one fails, the team exists but isn't selected: `select` it instead of creating
 * another one.
 *
 * @example
 * ```ts
 * import { currentUser, teams } from "latchkey"
 *
 * const team = yield* teams.create({ displayName: "Readers" })
 * const user = yield* currentUser.get()
 * console.log(user?.selectedTeamId === team.id) // true
 * ```
 */
export const create = Effect.fn("teams.create")(function*(team: NewTeam) {
  const created = yield* Teams.create({ ...team, creatorUserId: "me" })
  yield* select({ teamId: created.id })
  return created
}, bindToUser)

/** Selects one of the signed-in user's teams, or none with `null`. Returns the user. */
export const select = Effect.fn("teams.select")(function*(choice: { readonly teamId: string | null }) {
  return yield* currentUser.update({ selectedTeamId: choice.teamId })
})

/** Leaves a team, which stays even without members. Fails with `TeamMembershipNotFound` if the user isn't a member. */
export const leave = Effect.fn("teams.leave")(function*(team: { readonly teamId: string }) {
  yield* TeamMemberships.delete({ teamId: team.teamId, userId: "me" })
})

/** Removes another member from a team. The signed-in user needs `$remove_members` there. */
export const removeMember = Effect.fn("teams.removeMember")(function*(member: {
  readonly teamId: string
  readonly userId: string
}) {
  yield* TeamMemberships.delete(member)
})
