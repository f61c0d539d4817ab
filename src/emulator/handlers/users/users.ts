/**
 * Users. At client level, only the user's own record is accessible; at server level, all users. docs/platform.md §8.
 */
import * as Effect from "effect/Effect"
import * as Users from "../../../../schemas/endpoints/users.ts"
import { isDataUrl, restrictionOf, serverUserView, teams, users, userSearch, userView } from "../../model/index.ts"
import { accounts } from "../../oauth/index.ts"
import { handle, signedIn, userNamed, viewsOf } from "../../request/index.ts"
import { type Platform, type Project, Refusal, success, type User } from "../../state/index.ts"

interface ListQuery {
  readonly query?: string | undefined
  readonly teamId?: string | undefined
  readonly includeAnonymous?: boolean | undefined
  readonly includeRestricted?: boolean | undefined
  readonly onlyAnonymous?: boolean | undefined
}

/**
 * Creates the filter of a list. docs/platform.md §8.1. It runs for every user in a search, so it allocates no arrays.
 */
const listed = (platform: Platform, project: Project, filters: ListQuery) => {
  const { includeAnonymous = false, includeRestricted = false, onlyAnonymous = false, query } = filters
  const part = query?.toLowerCase()
  const withId = part === undefined ? undefined : project.users.get(part)
  // compare lengths first, because `includes` is a call into the engine
  const contains = (text: string): boolean => text.length >= part!.length && text.includes(part!)
  const hasAddress = (id: string): boolean => contains(project.contactChannels.get(id)!.value)
  return (user: User): boolean =>
    (user.isAnonymous ? includeAnonymous : !onlyAnonymous)
    && (part === undefined || user === withId || (user.displayName !== null && contains(user.displayName.toLowerCase()))
      || user.contactChannelIds.some(hasAddress))
    && (includeRestricted || includeAnonymous || restrictionOf(platform, project, user) === undefined)
}

/** Returns the users that a list has to filter, in order of sign-up. */
const candidates = (project: Project, { query, teamId }: ListQuery): ReadonlyArray<User> => {
  if (teamId === undefined) {
    return query === undefined ? project.usersInOrder : userSearch.candidates(project, query.toLowerCase())
  }
  const team = project.teams.get(teamId)
  const members = team === undefined ? [] : teams.membersOf(project, team)
  return members.map(({ userId }) => project.users.get(userId)!).sort((a, b) => a.sequence - b.sequence)
}

/** Handlers for `/users`. */
export const handlers = handle(Users, {
  getMe: (_, request) => Effect.map(signedIn(request), (user) => userView(request.platform, request.project, user)),

  updateMe: (changes, request) =>
    Effect.gen(function*() {
      const { platform, project } = request
      const user = yield* signedIn(request)
      if (typeof changes.profileImageUrl === "string" && !isDataUrl(changes.profileImageUrl)) {
        return yield* Refusal.fail(400, "The picture must be sent as a base64 image data URL, not as a link")
      }
      yield* users.change(platform, project, user, changes)
      return userView(platform, project, user)
    }),

  deleteMe: (_, request) =>
    Effect.gen(function*() {
      if (!request.project.config.clientUserDeletionEnabled) {
        return yield* Refusal.fail(400, "Users of this project cannot delete their own account")
      }
      users.remove(request.platform, request.project, yield* signedIn(request))
      return success
    }),

  list: ({ cursor, desc = false, limit, ...query }, { platform, project }) =>
    Effect.gen(function*() {
      if (query.onlyAnonymous === true && query.includeAnonymous !== true) {
        return yield* Refusal.fail(400, "only_anonymous requires include_anonymous")
      }
      const order = candidates(project, query)
      const step = desc ? -1 : 1
      const first = cursor === undefined ? undefined : project.users.get(cursor)
      if (cursor !== undefined && first === undefined) return page([], null)
      const matches = listed(platform, project, query)
      const items: Array<User> = []
      let at = first !== undefined ? userSearch.positionIn(order, first) : desc ? order.length - 1 : 0
      // if the cursor's user doesn't match the filters, the page starts at the next matching user
      if (first !== undefined && desc && order[at] !== first) at--
      for (; at >= 0 && at < order.length; at += step) {
        const user = order[at]!
        if (!matches(user)) continue
        if (items.length === limit) {
          return page(viewsOf(items, (item) => serverUserView(platform, project, item)), user.id)
        }
        items.push(user)
      }
      return page(
        viewsOf(items, (item) => serverUserView(platform, project, item)),
        null
      )
    }),

  create: (fields, { platform, project }) =>
    Effect.gen(function*() {
      yield* accounts.checkSignUpGrants(project)
      const user = yield* users.create(platform, project, {
        ...fields,
        oauthProviders: fields.oauthProviders?.map(({ accountId, email = null, id }) => ({
          providerId: id,
          accountId,
          email
        }))
      })
      const view = serverUserView(platform, project, user)
      accounts.completeSignUp(platform, project, user)
      return view
    }),

  get: ({ userId }, request) =>
    Effect.map(userNamed(request, userId), (user) => serverUserView(request.platform, request.project, user)),

  update: ({ userId, ...changes }, request) =>
    Effect.gen(function*() {
      const user = yield* userNamed(request, userId)
      yield* users.change(request.platform, request.project, user, changes)
      return serverUserView(request.platform, request.project, user)
    }),

  delete: ({ userId }, request) =>
    Effect.map(userNamed(request, userId), (user) => {
      users.remove(request.platform, request.project, user)
      return success
    })
})

const page = (items: ReadonlyArray<ReturnType<typeof serverUserView>>, nextCursor: string | null) => ({
  items,
  isPaginated: true,
  pagination: { nextCursor }
})
