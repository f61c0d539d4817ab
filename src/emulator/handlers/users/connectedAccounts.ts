/** Access tokens of external providers. docs/platform.md §14. */
import * as Effect from "effect/Effect"
import * as ConnectedAccounts from "../../../../schemas/endpoints/connectedAccounts.ts"
import { UserNotFound } from "../../../../schemas/errors/users.ts"
import { connectedAccounts } from "../../oauth/index.ts"
import { type ApiRequest, handle, userIdOf } from "../../request/index.ts"
import { Refusal } from "../../state/index.ts"

/** Checks a requested user id. At server level, any id is allowed; at client level, only the signed-in user's. */
const permitted = (request: ApiRequest, userId: string) =>
  Effect.flatMap(userIdOf(request, userId), (id) =>
    request.level === "client" && id !== request.user?.id
      ? Refusal.fail(403, "Users can only use their own connected accounts")
      : Effect.succeed(id))

const createAccessToken = (
  request: ApiRequest,
  { userId, ...wanted }: connectedAccounts.Wanted & { readonly userId: string }
) =>
  Effect.gen(function*() {
    const user = request.project.users.get(yield* permitted(request, userId))
    return user === undefined
      ? yield* Refusal.fail(500, "The project has no such user")
      : yield* connectedAccounts.accessToken(request, user, wanted)
  })

/** Handlers for `/connected-accounts`. */
export const handlers = handle(ConnectedAccounts, {
  createAccessToken: (input, request) => createAccessToken(request, input),

  createAccountAccessToken: ({ providerAccountId: accountId, ...input }, request) =>
    createAccessToken(request, { ...input, accountId }),

  list: ({ userId }, request) =>
    Effect.gen(function*() {
      const user = request.project.users.get(yield* permitted(request, userId))
      if (user === undefined) return yield* Effect.fail(new UserNotFound())
      const items = connectedAccounts.ofUser(user).map((account) => ({
        userId: user.id,
        provider: account.providerId,
        providerAccountId: account.accountId
      }))
      return { items, isPaginated: false }
    })
})
