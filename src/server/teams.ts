/** Teams of the project. docs/platform.md §10. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { after } from "../../layers/reads/index.ts"
import type { ServerAccess } from "../../schemas/access.ts"
import * as TeamApiKeys from "../../schemas/endpoints/teamApiKeys.ts"
import * as TeamMemberships from "../../schemas/endpoints/teamMemberships.ts"
import * as Teams from "../../schemas/endpoints/teams.ts"
import * as Users from "../../schemas/endpoints/users.ts"
import type { ServerTeam } from "../../schemas/entities/Team.ts"
import { ApiKeyNotValid } from "../../schemas/errors/apiKeys.ts"
import { catchFamily } from "../../schemas/KnownError.ts"
import type { SecretInput } from "../../schemas/secrets.ts"

export { createAsServer as create, delete, getAny as get, updateAny as update } from "../../schemas/endpoints/teams.ts"

/**
 * Filters and order of teams. `query`, `orderBy`, `desc` and `limit` exist only in revisions after 2026-04; older
 * platforms reject them. `limit` is the number of teams per request, at most 200.
 */
export type TeamQuery = Omit<NonNullable<Parameters<typeof Teams.listAll>[0]>, "cursor">

/** Returns all teams of the project, or those of one user, oldest first. Requests every page if there are several. */
export const list = Effect.fn("server.teams.list")((query: TeamQuery = {}) => Stream.runCollect(stream(query)))

/** Streams teams, holding one page in memory. Platforms up to revision 2026-04 have a single page. */
export const stream = (
  query: TeamQuery = {}
): Stream.Stream<ServerTeam, Effect.Error<ReturnType<typeof Teams.listAll>>, ServerAccess> =>
  after((cursor) => Teams.listAll({ ...query, cursor }))

/** Fields of a new team of a user. */
export type NewTeamOf = Omit<Parameters<typeof Teams.createAsServer>[0], "creatorUserId" | "addCurrentUser"> & {
  readonly userId: string
}

/**
 * Creates a team with a user as its first member, and selects it for that user. These are two calls: if the second one
 * fails, the team exists but isn't selected.
 */
export const createFor = Effect.fn("server.teams.createFor")(function*({ userId, ...team }: NewTeamOf) {
  const created = yield* Teams.createAsServer({ ...team, creatorUserId: userId })
  yield* Users.update({ userId, selectedTeamId: created.id })
  return created
})

/**
 * Adds a user to a team, with the project's default permissions for members.
 *
 * @example
 * ```ts
 * import { Server } from "latchkey"
 *
 * const { id } = yield* Server.users.create({ primaryEmail: "grace@example.com" })
 * yield* Server.teams.addMember({ teamId, userId: id })
 * console.log((yield* Server.teams.list({ userId: id })).map(({ displayName }) => displayName)) // [ 'Analysts' ]
 * ```
 */
export const addMember = Effect.fn("server.teams.addMember")(function*(member: {
  readonly teamId: string
  readonly userId: string
}) {
  yield* TeamMemberships.create(member)
})

/** Removes a user from a team, together with the user's permissions there. */
export const removeMember = Effect.fn("server.teams.removeMember")(function*(member: {
  readonly teamId: string
  readonly userId: string
}) {
  yield* TeamMemberships.delete(member)
})

/**
 * Returns the team of an API key, or `None` if the key is invalid for any reason. Use `teamApiKeys.check` to
 * distinguish the reasons.
 */
export const byApiKey = Effect.fn("server.teams.byApiKey")(
  function*(given: { readonly apiKey: SecretInput }) {
    const { teamId } = yield* TeamApiKeys.check({ apiKey: given.apiKey })
    return Option.some(yield* Teams.getAny({ teamId }))
  },
  catchFamily(ApiKeyNotValid, () => Effect.succeed(Option.none<ServerTeam>())),
  Effect.catchTag("TeamNotFound", () => Effect.succeed(Option.none<ServerTeam>()))
)
