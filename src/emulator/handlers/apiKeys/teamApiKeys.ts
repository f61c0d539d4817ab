/** API keys of teams. docs/platform.md §12. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TeamApiKeys from "../../../../schemas/endpoints/teamApiKeys.ts"
import { ApiKeyNotFound } from "../../../../schemas/errors/apiKeys.ts"
import { UserAuthenticationRequired } from "../../../../schemas/errors/users.ts"
import { apiKeys, permissions, teams } from "../../model/index.ts"
import { type ApiRequest, handle, viewsOf } from "../../request/index.ts"
import { type ApiKey, type Project, Refusal, type User } from "../../state/index.ts"

const enabled = ({ project }: ApiRequest) =>
  project.config.allowTeamApiKeys ? Effect.void : Refusal.fail(400, "Team API keys are not enabled in this project")

/** Fails with `ApiKeyNotFound` if the user may not manage the team's keys, so that their existence isn't revealed. */
const mayManage = (
  { level, project, user }: ApiRequest,
  teamId: string
): Effect.Effect<void, UserAuthenticationRequired | ApiKeyNotFound> =>
  level !== "client"
    ? Effect.void
    : user === undefined
    ? Effect.fail(new UserAuthenticationRequired())
    : managesKeys(project, user, teamId)
    ? Effect.void
    : Effect.fail(new ApiKeyNotFound())

/** Whether a user may manage the API keys of a team. */
export const managesKeys = (project: Project, user: User, teamId: string): boolean => {
  const membership = teams.membershipOf(project, user.id, teamId)
  return membership !== undefined && permissions.holds(project, membership, "$manage_api_keys")
}

const inTeam = (request: ApiRequest, teamId: string) =>
  Effect.flatMap(enabled(request), () => mayManage(request, teamId))

const keyNamed = (request: ApiRequest, id: string) =>
  Effect.gen(function*() {
    yield* enabled(request)
    const key = request.project.apiKeys.get(id)
    if (key?.owner.type !== "team") return yield* Effect.fail(new ApiKeyNotFound())
    yield* mayManage(request, key.owner.teamId)
    return key
  })

const ownerOf = ({ owner }: ApiKey) => {
  if (owner.type !== "team") throw new Error("a user API key among team API keys")
  return owner
}

const view = (key: ApiKey) => ({ ...apiKeys.view(key), ...ownerOf(key), value: apiKeys.masked(key) })

/** Handlers for `/team-api-keys`. */
export const handlers = handle(TeamApiKeys, {
  list: ({ teamId }, request) =>
    Effect.map(inTeam(request, teamId), () => ({
      items: viewsOf(apiKeys.ofOwner(request.project, teamId), view),
      isPaginated: false
    })),

  create: ({ teamId, ...input }, request) =>
    Effect.gen(function*() {
      yield* inTeam(request, teamId)
      if (!request.project.teams.has(teamId)) {
        return yield* Refusal.fail(500, "There is no such team")
      }
      const key = apiKeys.create(request.platform, request.project, { type: "team", teamId }, input)
      return { ...apiKeys.view(key), ...ownerOf(key), value: Redacted.make(key.value) }
    }),

  get: ({ apiKeyId }, request) => Effect.map(keyNamed(request, apiKeyId), view),

  update: ({ apiKeyId, description, revoked }, request) =>
    Effect.map(keyNamed(request, apiKeyId), (key) => {
      if (description !== undefined) key.description = description
      if (revoked === true) apiKeys.revoke(request.platform, key)
      return view(key)
    }),

  check: ({ apiKey }, request) =>
    Effect.gen(function*() {
      yield* enabled(request)
      return view(yield* apiKeys.check(request.platform, request.project, Redacted.value(apiKey), "team"))
    })
})
