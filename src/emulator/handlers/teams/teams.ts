/**
 * Teams. At client level, only the user's own teams are accessible; at server level, all teams. docs/platform.md §10.
 */
import * as Effect from "effect/Effect"
import * as Teams from "../../../../schemas/endpoints/teams.ts"
import { TeamNotFound } from "../../../../schemas/errors/teams.ts"
import { UserNotFound } from "../../../../schemas/errors/users.ts"
import { permissions, pictures, serverTeamView, teamEvents, teams, teamView } from "../../model/index.ts"
import {
  type ApiRequest,
  authenticated,
  handle,
  pageOf,
  schemaError,
  signedIn,
  userIdOf,
  viewsOf
} from "../../request/index.ts"
import { type Project, Refusal, success, type Team, type User } from "../../state/index.ts"

const teamNamed = (project: Project, teamId: string): Effect.Effect<Team, TeamNotFound> => {
  const team = project.teams.get(teamId)
  return team === undefined ? Effect.fail(new TeamNotFound({ teamId })) : Effect.succeed(team)
}

type Fields = Partial<
  Pick<Team, "displayName" | "profileImageUrl" | "clientMetadata" | "clientReadOnlyMetadata" | "serverMetadata">
>

type Changes = { readonly [Key in keyof Fields]?: Fields[Key] | undefined }

/** Validates changes and stores the picture. At client level, pictures must be sent as data, not as links. */
const prepare = ({ level, platform }: ApiRequest, changes: Changes): Effect.Effect<Fields, Refusal> =>
  Effect.gen(function*() {
    const { profileImageUrl } = changes
    const isPicture = typeof profileImageUrl === "string" && pictures.isDataUrl(profileImageUrl)
    if (typeof profileImageUrl === "string" && !isPicture && level === "client") {
      return yield* Refusal.fail(400, "The picture must be sent as a base64 image data URL, not as a link")
    }
    const stored = isPicture ? { profileImageUrl: yield* pictures.store(platform, "team", profileImageUrl) } : {}
    return Object.fromEntries(Object.entries({ ...changes, ...stored }).filter(([, value]) => value !== undefined))
  })

interface NewTeam extends Changes {
  readonly displayName: string
  readonly creatorUserId?: string | undefined
  readonly addCurrentUser?: boolean | undefined
}

const named = (request: ApiRequest, { addCurrentUser, creatorUserId }: NewTeam) =>
  Effect.gen(function*() {
    const creatorId = creatorUserId === undefined ? undefined : yield* userIdOf(request, creatorUserId)
    return creatorId !== undefined && addCurrentUser !== undefined
      ? yield* Refusal.fail(400, "creator_user_id and add_current_user cannot be used together")
      : creatorId
  })

/** Returns the creator for a client-level request: the signed-in user. */
const clientCreator = (request: ApiRequest, input: NewTeam) =>
  Effect.gen(function*() {
    const creatorId = yield* named(request, input)
    const user = yield* authenticated(request)
    if (!request.project.config.clientTeamCreationEnabled) {
      return yield* Refusal.fail(403, "Users of this project cannot create teams")
    }
    return creatorId === undefined || creatorId === user.id
      ? user
      : yield* Refusal.fail(403, "Users can only create teams of their own")
  })

/** Returns the creator for a server-level request, if the request names one or adds the current user. */
const serverCreator = (request: ApiRequest, input: NewTeam) =>
  Effect.gen(function*() {
    const creatorId = yield* named(request, input)
    if (creatorId === undefined) {
      return input.addCurrentUser === true && request.user === undefined
        ? yield* Refusal.fail(401, "There is no signed-in user to add to the team")
        : input.addCurrentUser === true
        ? request.user
        : undefined
    }
    const creator = request.project.users.get(creatorId)
    return creator === undefined ? yield* Effect.fail(new UserNotFound()) : creator
  })

const create = (request: ApiRequest, input: NewTeam, creator: User | undefined) =>
  Effect.gen(function*() {
    const { platform, project } = request
    const { addCurrentUser: _, creatorUserId: __, ...changes } = input
    const fields = yield* prepare(request, changes)
    const { teamCreatorDefaultPermissions } = project.config
    if (creator !== undefined) yield* permissions.grantableDefaults(project, "team", teamCreatorDefaultPermissions)
    const team = Object.assign(teams.create(platform, project, input.displayName), fields)
    teamEvents.created(platform, project, team)
    // webhooks receive no event for the creator's membership
    if (creator !== undefined) teams.join(platform, project, team, creator, teamCreatorDefaultPermissions)
    return team
  })

const update = ({ teamId, ...changes }: Changes & { readonly teamId: string }, request: ApiRequest) =>
  Effect.gen(function*() {
    const team = yield* teamNamed(request.project, teamId)
    Object.assign(team, yield* prepare(request, changes))
    teamEvents.updated(request.platform, request.project, team)
    return team
  })

/** Handlers for `/teams`. */
export const handlers = handle(Teams, {
  list: ({ userId }, request) =>
    Effect.gen(function*() {
      const user = yield* signedIn(request)
      if (userId !== "me" && userId !== user.id) return yield* Refusal.fail(403, "Users can only list their own teams")
      return { items: viewsOf(teams.teamsOf(request.project, user), teamView), isPaginated: false }
    }),

  listAll: ({ cursor, desc = false, limit, query = "", userId }, request) =>
    Effect.gen(function*() {
      const { project, spec } = request
      if (cursor !== undefined && limit === undefined) {
        return yield* Effect.fail(schemaError(spec, [{ path: "query.cursor", problem: "only allowed with limit" }]))
      }
      const user = userId === undefined ? undefined : project.users.get(yield* userIdOf(request, userId))
      const found = userId === undefined
        ? [...project.teams.values()]
        : user === undefined
        ? []
        : teams.teamsOf(project, user)
      const matching = found.filter(({ displayName }) =>
        String(displayName).toLowerCase().includes(query.toLowerCase())
      )
      return pageOf(desc ? matching.reverse() : matching, { cursor, limit }, serverTeamView)
    }),

  create: (input, request) =>
    Effect.gen(function*() {
      return teamView(yield* create(request, input, yield* clientCreator(request, input)))
    }),

  createAsServer: (input, request) =>
    Effect.gen(function*() {
      return serverTeamView(yield* create(request, input, yield* serverCreator(request, input)))
    }),

  get: ({ teamId }, request) =>
    Effect.gen(function*() {
      yield* permissions.membership(request.project, (yield* authenticated(request)).id, teamId)
      return teamView(yield* teamNamed(request.project, teamId))
    }),

  getAny: ({ teamId }, { project }) => Effect.map(teamNamed(project, teamId), serverTeamView),

  update: (input, request) =>
    Effect.gen(function*() {
      const user = yield* authenticated(request)
      yield* permissions.required(request.project, user, input.teamId, "$update_team")
      return teamView(yield* update(input, request))
    }),

  updateAny: (input, request) => Effect.map(update(input, request), serverTeamView),

  delete: ({ teamId }, request) =>
    Effect.gen(function*() {
      const { level, platform, project } = request
      if (level === "client") {
        yield* permissions.required(project, yield* authenticated(request), teamId, "$delete_team")
      }
      const team = yield* teamNamed(project, teamId)
      teams.remove(project, team)
      teamEvents.deleted(platform, project, team)
      return success
    })
})
