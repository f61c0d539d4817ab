/** API keys of users. docs/platform.md §12. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as UserApiKeys from "../../../../schemas/endpoints/userApiKeys.ts"
import { ApiKeyNotFound } from "../../../../schemas/errors/apiKeys.ts"
import { UserAuthenticationRequired } from "../../../../schemas/errors/users.ts"
import { apiKeys } from "../../model/index.ts"
import { type ApiRequest, handle, userIdOf, viewsOf } from "../../request/index.ts"
import { type ApiKey, Refusal } from "../../state/index.ts"

const enabled = ({ project }: ApiRequest) =>
  project.config.allowUserApiKeys ? Effect.void : Refusal.fail(400, "User API keys are not enabled in this project")

/** Fails unless the key is the user's own, or the request has server access. */
const mayManage = (
  { level, user }: ApiRequest,
  userId: string
): Effect.Effect<void, UserAuthenticationRequired | Refusal> =>
  level !== "client"
    ? Effect.void
    : user === undefined
    ? Effect.fail(new UserAuthenticationRequired())
    : user.id === userId
    ? Effect.void
    : Refusal.fail(403, "Users can only manage their own API keys")

const userIn = (request: ApiRequest, given: string) =>
  Effect.gen(function*() {
    yield* enabled(request)
    const userId = yield* userIdOf(request, given)
    yield* mayManage(request, userId)
    return userId
  })

const keyNamed = (request: ApiRequest, id: string, userId: string | undefined) =>
  Effect.gen(function*() {
    yield* enabled(request)
    if (userId !== undefined) yield* userIdOf(request, userId)
    const key = request.project.apiKeys.get(id)
    if (key?.owner.type !== "user") return yield* Effect.fail(new ApiKeyNotFound())
    yield* mayManage(request, key.owner.userId)
    return key
  })

const ownerOf = ({ owner }: ApiKey) => {
  if (owner.type !== "user") throw new Error("a team API key among user API keys")
  return owner
}

const view = (key: ApiKey) => ({ ...apiKeys.view(key), ...ownerOf(key), value: apiKeys.masked(key) })

/** Handlers for `/user-api-keys`. */
export const handlers = handle(UserApiKeys, {
  list: (input, request) =>
    Effect.map(userIn(request, input.userId), (userId) => ({
      items: viewsOf(apiKeys.ofOwner(request.project, userId), view),
      isPaginated: false
    })),

  create: (input, request) =>
    Effect.gen(function*() {
      const userId = yield* userIn(request, input.userId)
      if (!request.project.users.has(userId)) {
        return yield* Refusal.fail(500, "There is no such user")
      }
      const key = apiKeys.create(request.platform, request.project, { type: "user", userId }, input)
      return { ...apiKeys.view(key), ...ownerOf(key), value: Redacted.make(key.value) }
    }),

  get: ({ apiKeyId, userId }, request) => Effect.map(keyNamed(request, apiKeyId, userId), view),

  update: ({ apiKeyId, description, revoked, userId }, request) =>
    Effect.map(keyNamed(request, apiKeyId, userId), (key) => {
      if (description !== undefined) key.description = description
      if (revoked === true) apiKeys.revoke(request.platform, key)
      return view(key)
    }),

  check: ({ apiKey }, request) =>
    Effect.gen(function*() {
      yield* enabled(request)
      return view(yield* apiKeys.check(request.platform, request.project, Redacted.value(apiKey), "user"))
    })
})
