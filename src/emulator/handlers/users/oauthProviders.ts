/** Linked accounts at external providers. docs/platform.md §14. */
import * as Effect from "effect/Effect"
import * as OAuthProviders from "../../../../schemas/endpoints/oauthProviders.ts"
import { oauthProviderTypes } from "../../../../schemas/entities/oauthProviderTypes.ts"
import { UserNotFound } from "../../../../schemas/errors/users.ts"
import { oauthAccounts } from "../../model/index.ts"
import { type ApiRequest, handle, userIdOf, viewsOf } from "../../request/index.ts"
import { type OAuthAccount, Refusal, success } from "../../state/index.ts"

const notOwn = Refusal.fail(403, "Users can only see and change their own linked accounts")

/** Finds a user. At server level, any user is allowed; at client level, only the signed-in user. */
const userOf = (request: ApiRequest, userId: string) =>
  Effect.gen(function*() {
    const id = yield* userIdOf(request, userId)
    if (request.level === "client" && id !== request.user?.id) return yield* notOwn
    const user = request.project.users.get(id)
    return user === undefined ? yield* Effect.fail(new UserNotFound()) : user
  })

interface Named {
  readonly userId: string
  readonly providerId: string
}

/**
 * Whether an account can be returned. Later revisions require a known provider, earlier ones a provider configured in
 * the project.
 */
const isReadable = ({ platform, project }: ApiRequest, { providerId }: OAuthAccount): boolean =>
  oauthAccounts.configOf(project, providerId) !== undefined
  || (platform.rules.droppedProviders === "readable" && knownProviders.has(providerId))

const knownProviders: ReadonlySet<string> = new Set(oauthProviderTypes)

const accountNamed = (request: ApiRequest, { providerId: id, userId }: Named) =>
  Effect.gen(function*() {
    const user = yield* userOf(request, userId)
    const account = user.oauthAccounts.find((account) => account.id === id)
    if (account === undefined || !isReadable(request, account)) {
      return yield* Refusal.fail(404, `The user ${user.id} has no linked account ${id}`)
    }
    return { account, user }
  })

const view = ({ accountId: _, ...fields }: ReturnType<typeof serverView>) => fields

const serverView = ({ platform }: ApiRequest, account: OAuthAccount) => ({
  id: account.id,
  userId: account.userId,
  type: account.providerId,
  ...(platform.rules.laterResponseFields && { providerConfigId: account.providerId }),
  ...(account.email === null ? {} : { email: account.email }),
  accountId: account.accountId,
  allowSignIn: account.allowSignIn,
  allowConnectedAccounts: account.allowConnectedAccounts
})

/** Returns the readable accounts. In 2025-08, the whole list fails if one account's provider was removed. */
const listed = (request: ApiRequest, accounts: Iterable<OAuthAccount>) =>
  Effect.suspend(() => {
    const items = [...accounts]
    const lost = items.find((account) => !isReadable(request, account))
    return lost !== undefined && request.platform.rules.droppedProviders === "refused"
      ? Refusal.fail(404, `The project has no OAuth provider ${lost.providerId}`)
      : Effect.succeed(
        items.filter((account) => isReadable(request, account)).map((account) => serverView(request, account))
      )
  })

type Given = { readonly [Field in keyof oauthAccounts.Changes]: oauthAccounts.Changes[Field] | undefined }

const update = (request: ApiRequest, { providerId, userId, ...given }: Named & Given) =>
  Effect.gen(function*() {
    const { account, user } = yield* accountNamed(request, { providerId, userId })
    const changes: oauthAccounts.Changes = Object.fromEntries(
      Object.entries(given).filter(([, value]) => value !== undefined)
    )
    yield* oauthAccounts.checkUnique(request.project, user, { ...account, ...changes }, account)
    oauthAccounts.change(request.project, account, changes)
    return serverView(request, account)
  })

/** Handlers for `/oauth-providers`. */
export const handlers = handle(OAuthProviders, {
  list: ({ userId }, request) =>
    Effect.gen(function*() {
      if (userId === undefined) return yield* notOwn
      const { oauthAccounts } = yield* userOf(request, userId)
      return { items: viewsOf(yield* listed(request, oauthAccounts), view), isPaginated: false }
    }),

  listAll: ({ userId }, request) =>
    Effect.gen(function*() {
      const accounts = userId === undefined
        ? request.project.oauthAccounts.values()
        : (yield* userOf(request, userId)).oauthAccounts
      return { items: yield* listed(request, accounts), isPaginated: false }
    }),

  get: (input, request) =>
    Effect.map(accountNamed(request, input), ({ account }) => view(serverView(request, account))),

  getAny: (input, request) => Effect.map(accountNamed(request, input), ({ account }) => serverView(request, account)),

  create: ({ email = null, providerConfigId: providerId, userId, ...fields }, request) =>
    Effect.gen(function*() {
      const { project } = request
      if (oauthAccounts.configOf(project, providerId) === undefined) {
        return yield* Refusal.fail(404, `The project has no OAuth provider ${providerId}`)
      }
      const user = yield* userOf(request, userId)
      const link = { ...fields, email, providerId }
      yield* oauthAccounts.checkUnique(project, user, link)
      return serverView(request, oauthAccounts.add(project, user, link))
    }),

  update: (input, request) => Effect.map(update(request, input), view),

  updateAny: (input, request) => update(request, input),

  delete: (input, request) =>
    Effect.map(accountNamed(request, input), ({ account, user }) => {
      oauthAccounts.remove(request.project, user, account)
      return success
    })
})
