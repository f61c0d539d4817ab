/** Any user of the project. docs/platform.md §8, docs/protocol.md §20. */
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

/** Which users, in which order; `limit` is how many come with one request. */
export type UserQuery = Omit<ListQuery, "cursor">

/**
 * Users in the order of their sign-up; with a `limit` a page of them. Restricted users come along, unless
 * `includeRestricted: false` leaves them out: later platforms by themselves leave out whoever has not verified the address
 * yet. Anonymous users come when `includeAnonymous` asks for them, and never without the restricted ones.
 *
 * Platforms of 2025 have no restricted users and refuse to be asked for them: they are then asked without, and for 10 minutes
 * at once so.
 */
export const list = Effect.fn("server.users.list")(function*(query: ListQuery = {}) {
  const { includeRestricted = true, ...rest } = query
  const plain = Users.list(rest)
  const caller = yield* ServerAccess
  const now = yield* Clock.currentTimeMillis
  if (!includeRestricted || now < (refusedUntil.get(caller) ?? 0)) return yield* plain
  return yield* Effect.catchReason(
    Users.list({ ...rest, includeRestricted }),
    "CallError",
    "SchemaError",
    // what else was wrong with the query is told by the second answer
    () => Effect.tap(plain, Effect.sync(() => refusedUntil.set(caller, now + refusedFor)))
  )
})

/** A platform may be brought up to date while a back end runs. */
const refusedFor = 600_000

const refusedUntil = new WeakMap<ServerAccess["Service"], number>()

/**
 * The same, however many: one page in memory, the next one asked for when it is needed. Whoever signs up meanwhile comes
 * along, and so do restricted users: see {@link list}. Fails with `NextPageLost` rather than end early.
 *
 * @param query `limit` is the size of a page. @default 100
 */
export const stream = (query: UserQuery = {}): Stream.Stream<ServerUser, CallError | NextPageLost, ServerAccess> =>
  pages(Users.list.spec.name, (cursor) => list({ ...query, limit: query.limit ?? pageSize, cursor }))

/** The user a key acts for; `None` when the key is not good, whatever the reason. Telling them apart: `userApiKeys.check`. */
export const byApiKey = Effect.fn("server.users.byApiKey")(
  function*(given: { readonly apiKey: SecretInput }) {
    const { userId } = yield* UserApiKeys.check({ apiKey: given.apiKey })
    return Option.some(yield* Users.get({ userId }))
  },
  catchFamily(ApiKeyNotValid, () => Effect.succeed(Option.none<ServerUser>())),
  Effect.catchTag("UserNotFound", () => Effect.succeed(Option.none<ServerUser>()))
)

/** What a session that a back end opens is given. */
export interface NewSession {
  readonly userId: string
  /** How long it lasts, at most 367 days. @default 31,536,000,000 ms, which is 365 days */
  readonly expiresIn?: Duration.Input | undefined
}

/** 365 days. docs/protocol.md §26.2. */
const defaultExpiryMillis = 31_536_000_000

const longestExpiryMillis = 367 * 86_400_000

/**
 * Opens a session for a user, and gives its tokens: to hand to the user's own program. No other session is touched.
 * Fails with `UserIdDoesNotExist`.
 */
export const createSession = Effect.fn("server.users.createSession")((session: NewSession) => open(session, false))

/**
 * Opens a session to act as a user, to see what the user sees. Neither the user nor other back ends find it in lists,
 * the admin level does.
 */
export const impersonate = Effect.fn("server.users.impersonate")((session: NewSession) => open(session, true))

const open = ({ expiresIn = defaultExpiryMillis, userId }: NewSession, isImpersonation: boolean) => {
  const millis = Option.match(Duration.fromInput(expiresIn), { onNone: () => NaN, onSome: Duration.toMillis })
  return millis > 0 && millis <= longestExpiryMillis
    ? Sessions.create({ userId, expiresInMillis: Math.ceil(millis), isImpersonation })
    : Effect.fail(invalidInput(Sessions.create.spec.name, "expiresIn", "Expected more than 0 and at most 367 days"))
}
