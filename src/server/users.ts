/** Users of the project. docs/platform.md §8, docs/protocol.md §20. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Stream from "effect/Stream"
import { type NextPageLost, pages, pageSize } from "../../layers/reads/index.ts"
import { ServerAccess } from "../../schemas/access.ts"
import * as Sessions from "../../schemas/endpoints/sessions.ts"
import * as UserApiKeys from "../../schemas/endpoints/userApiKeys.ts"
import * as Users from "../../schemas/endpoints/users.ts"
import type { ServerUser } from "../../schemas/entities/User.ts"
import { ApiKeyNotValid } from "../../schemas/errors/apiKeys.ts"
import type { CallError } from "../../schemas/errors/CallError.ts"
import { catchFamily } from "../../schemas/KnownError.ts"
import type { SecretInput } from "../../schemas/secrets.ts"
import { invalidInput } from "../errors/index.ts"

export { create, delete, get, update } from "../../schemas/endpoints/users.ts"

type ListQuery = NonNullable<Parameters<typeof Users.list>[0]>

/** Filters and order of users. `limit` is the number of users per request. */
export type UserQuery = Omit<ListQuery, "cursor">

/** Users of one response, as an array. */
export interface UserList extends ReadonlyArray<ServerUser> {
  /** `cursor` of the next page; `null` on the last page and without a `limit`. */
  readonly nextCursor: string | null
}

/**
 * Returns users in order of sign-up; with a `limit`, one page of them. Restricted users are included unless
 * `includeRestricted` is `false`. Later platforms omit them by default, which hides users who haven't verified their
 * address yet. Anonymous users are included with `includeAnonymous`, and only together with restricted ones.
 *
 * The 2025 platforms have no restricted users and reject the parameter. The call is then repeated without it, and for
 * the next 10 minutes the parameter is omitted immediately.
 *
 * @example
 * ```ts
 * import { Server } from "latchkey"
 *
 * const users = yield* Server.users.list({ query: "ada", limit: 10 })
 * console.log(users.map(({ primaryEmail }) => primaryEmail)) // [ 'ada@example.com' ]
 * ```
 */
export const list = Effect.fn("server.users.list")((query: ListQuery = {}) =>
  Effect.map(
    page(query),
    ({ items, pagination }): UserList => Object.assign([...items], { nextCursor: pagination?.nextCursor ?? null })
  )
)

/** Requests one page as the platform returns it. */
const page = Effect.fnUntraced(function*(query: ListQuery) {
  const { includeRestricted = true, ...rest } = query
  const plain = Users.list(rest)
  const caller = yield* ServerAccess
  const now = yield* Clock.currentTimeMillis
  if (!includeRestricted || now < (refusedUntil.get(caller) ?? 0)) return yield* plain
  return yield* Effect.catchReason(
    Users.list({ ...rest, includeRestricted }),
    "CallError",
    "SchemaError",
    // other errors in the query are reported by the second response
    () => Effect.tap(plain, Effect.sync(() => refusedUntil.set(caller, now + refusedFor)))
  )
})

/**
 * Time in milliseconds for which the rejected parameter is omitted. Not forever, because the platform may be updated
 * while a back end runs.
 */
const refusedFor = 600_000

const refusedUntil = new WeakMap<ServerAccess["Service"], number>()

/**
 * Streams users, holding one page in memory and requesting the next one when it is needed. Users who sign up in the
 * meantime are included, and so are restricted users: see {@link list}. Fails with `NextPageLost` instead of ending
 * early.
 *
 * @param query `limit` is the size of a page. @default 100
 */
export const stream = (query: UserQuery = {}): Stream.Stream<ServerUser, CallError | NextPageLost, ServerAccess> =>
  pages(Users.list.spec.name, (cursor) => page({ ...query, limit: query.limit ?? pageSize, cursor }))

/**
 * Returns the user of an API key, or `None` if the key is invalid for any reason. Use `userApiKeys.check` to
 * distinguish the reasons.
 */
export const byApiKey = Effect.fn("server.users.byApiKey")(
  function*(given: { readonly apiKey: SecretInput }) {
    const { userId } = yield* UserApiKeys.check({ apiKey: given.apiKey })
    return Option.some(yield* Users.get({ userId }))
  },
  catchFamily(ApiKeyNotValid, () => Effect.succeed(Option.none<ServerUser>())),
  Effect.catchTag("UserNotFound", () => Effect.succeed(Option.none<ServerUser>()))
)

/** Options for a session created by a back end. */
export interface NewSession {
  readonly userId: string
  /** Lifetime of the session, at most 367 days. @default 31,536,000,000 ms, which is 365 days */
  readonly expiresIn?: Duration.Input | undefined
}

/** Default lifetime in milliseconds: 365 days. docs/protocol.md §26.2. */
const defaultExpiryMillis = 31_536_000_000

const longestExpiryMillis = 367 * 86_400_000

/**
 * Creates a session for a user and returns its tokens, to be passed to the user's own program. Other sessions aren't
 * affected. Fails with `UserIdDoesNotExist`.
 */
export const createSession = Effect.fn("server.users.createSession")((session: NewSession) => open(session, false))

/** Creates a session for acting as a user, to see what the user sees. The session is listed at admin level only. */
export const impersonate = Effect.fn("server.users.impersonate")((session: NewSession) => open(session, true))

const open = ({ expiresIn = defaultExpiryMillis, userId }: NewSession, isImpersonation: boolean) => {
  const millis = Option.match(Duration.fromInput(expiresIn), { onNone: () => NaN, onSome: Duration.toMillis })
  return millis > 0 && millis <= longestExpiryMillis
    ? Sessions.create({ userId, expiresInMillis: Math.ceil(millis), isImpersonation })
    : Effect.fail(invalidInput(Sessions.create.spec.name, "expiresIn", "Expected more than 0 and at most 367 days"))
}
