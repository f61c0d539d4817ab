/**
 * A token store with several accounts. The current session stays in the store below, in its usual format. The other
 * sessions are set aside in a key-value store, so that no write of a session can reach another account.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { KeyValueStore } from "effect/persistence/KeyValueStore"
import type * as Scope from "effect/Scope"
import { Tabs } from "../../layers/browser/index.ts"
import { Listeners, log, Project, timeLimit } from "../../layers/call/index.ts"
import {
  entryLockOf,
  keyOf,
  sameTokens,
  stateOfToken,
  type StoredAccount,
  type StoredAccounts,
  type StoredTokens,
  TokenStore,
  TokenStoreFailed
} from "../../layers/session/index.ts"
import { type AsideAccount, asideFromText, asideToText } from "./asideText.ts"
import { knownSessions } from "./knownSessions.ts"

/** Options for the accounts. */
export interface AccountsOptions {
  /** Key of the sessions that are set aside. @default `latchkey-accounts-` followed by the project's id */
  readonly key?: string | undefined
}

/** Maximum time for storing a refreshed session that is set aside. */
const refreshedTimeout = "2 seconds"

/** Timeout of the key-value store in milliseconds. */
const storeMillis = 2000

/**
 * Maximum number of attempts to sign the current store out. An attempt fails only if another program has written to the
 * store.
 */
const rounds = 5

type Change = (aside: ReadonlyArray<AsideAccount>) => ReadonlyArray<AsideAccount>

/** Adds accounts to a token store. */
export const makeAccountsStore = Effect.fnUntraced(function*(
  current: TokenStore["Service"],
  options: AccountsOptions
): Effect.fn.Return<TokenStore["Service"], never, KeyValueStore | Project | Scope.Scope> {
  const texts = yield* KeyValueStore
  const tabs = yield* Tabs
  const { id } = yield* Project
  const key = options.key ?? `latchkey-accounts-${id}`
  // all changes of the accounts, including those of the current session, run one at a time
  const locked = entryLockOf(texts, tabs, key)
  const { remember, userOf } = rememberingUsers()
  const known = knownSessions()
  const listeners = new Listeners()
  const channel = tabs.join(`accounts in ${key}`, () => void listeners.notify())
  yield* Effect.addFinalizer(() => Effect.sync(channel.leave))

  const notifyHere = Effect.sync(() => void listeners.notify())
  const notify = Effect.andThen(Effect.sync(channel.notify), notifyHere)

  const { change, isAside, read } = makeAsideTexts(texts, key, { hasEnded: known.hasEnded, notify, remember })

  const { copyCurrent, dropCopy, endIfCurrent, vacate } = makeCopies(current, change, userOf, notifyHere)
  const { follow, storeRefreshed } = makeFollow(change, userOf)

  const accounts: StoredAccounts = {
    list: Effect.zipWith(current.get, read, (active, aside) => listOf(active, aside, userOf)),
    tokensOf: (userId) =>
      Effect.map(read, (aside) => known.take(aside.find(({ user }) => user.userId === userId)?.tokens ?? null)),
    setAside: (next) => locked(Effect.asVoid(copyCurrent(next))),
    endSwitch: (to) => Effect.andThen(Effect.sync(() => known.release(to)), locked(dropCopy)),
    vacate: locked(Effect.suspend(() => vacate())),
    remove: (userId) =>
      locked(Effect.gen(function*() {
        const removed = (yield* read).find(({ user }) => user.userId === userId)?.tokens ?? null
        // a switch in another tab copies the current session before replacing it
        if (removed !== null) yield* endIfCurrent(removed)
        yield* change((aside) => removed === null ? aside : without(aside, removed, userId))
        return known.end(removed)
      })),
    refreshed: (before, after) =>
      Effect.timeoutOption(
        locked(Effect.suspend(() => {
          if (after !== null) return storeRefreshed(before, after)
          known.end(before)
          // drops sessions that have ended
          return change((aside) => aside)
        })),
        refreshedTimeout
      ).pipe(
        Effect.catch((error) => log.warnThrottled(key, error.message))
      ),
    subscribe: (listener) => listeners.subscribe(listener)
  }

  return TokenStore.of({
    ...current,
    kind: `accounts over ${current.kind ?? "a custom store"}`,
    endsByItself: false,
    accounts,
    get: Effect.tap(current.get, (tokens) => Effect.sync(() => tokens === null ? undefined : userOf(tokens))),
    compareAndSet: (expected, next, ...rest) =>
      locked(Effect.gen(function*() {
        const isSwitch = known.isTaken(expected, next)
        // another program has signed the account out since its session was read
        const isRemoved = isSwitch && !(yield* isAside(next))
        // a switch in another tab may have dropped the copy
        if (isSwitch) yield* copyCurrent(next)
        const written = yield* current.compareAndSet(expected, isRemoved ? null : next, ...rest)
        if (next === null) known.end(expected)
        else if (written && !isRemoved) known.keep(next)
        if (!isRemoved) {
          yield* Effect.catch(follow(expected, next, written), (error) => log.warnThrottled(key, error.message))
        }
        if (written) yield* notifyHere
        return written
      }))
  })
})

/** Creates the functions that read and change the sessions that are set aside. */
const makeAsideTexts = (
  texts: KeyValueStore,
  key: string,
  { hasEnded, notify, remember }: {
    readonly hasEnded: (tokens: StoredTokens) => boolean
    readonly notify: Effect.Effect<void>
    readonly remember: (account: AsideAccount) => void
  }
) => {
  const stored = Effect.map(within("read", Effect.suspend(() => texts.get(key))), (text) => {
    const aside = asideFromText(text)
    aside.forEach(remember)
    return aside
  })
  const withoutEnded = (aside: ReadonlyArray<AsideAccount>) => aside.filter(({ tokens }) => !hasEnded(tokens))
  const read = Effect.map(stored, withoutEnded)

  const isAside = (tokens: StoredTokens) =>
    Effect.match(read, {
      // the session stays in memory if the store can't be read
      onFailure: () => true,
      onSuccess: (aside) => aside.some((each) => keyOf(each.tokens) === keyOf(tokens))
    })

  const change = (next: Change): Effect.Effect<void, TokenStoreFailed> =>
    Effect.flatMap(stored, (found) => {
      const before = withoutEnded(found)
      const after = next(before)
      if (after === before && before.length === found.length) return Effect.void
      const written = after.length === 0 ? texts.remove(key) : texts.set(key, asideToText(after))
      return Effect.andThen(within("write", written), notify)
    })

  return { change, isAside, read }
}

/** Creates the functions that set the current session aside. */
const makeCopies = (
  current: TokenStore["Service"],
  change: (next: Change) => Effect.Effect<void, TokenStoreFailed>,
  userOf: ReturnType<typeof rememberingUsers>["userOf"],
  notifyHere: Effect.Effect<void>
) => {
  /** A session without a refresh token ends with its access token, so it isn't copied. */
  const copyCurrent = (next?: StoredTokens) =>
    Effect.tap(current.get, (tokens) => {
      const user = tokens?.refreshToken === undefined ? undefined : userOf(tokens)
      return user === undefined || (next !== undefined && keyOf(next) === keyOf(tokens!))
        ? Effect.void
        : change((aside) =>
          aside[0] !== undefined && sameTokens(aside[0].tokens, tokens)
            ? aside
            : [{ user, tokens: tokens! }, ...without(aside, tokens!, user.userId)]
        )
    })

  const dropCopy = Effect.flatMap(
    current.get,
    (tokens) => tokens === null ? Effect.void : change((aside) => without(aside, tokens, undefined))
  )

  const vacate = (round = 1): Effect.Effect<void, TokenStoreFailed> =>
    Effect.gen(function*() {
      const tokens = yield* copyCurrent()
      if (tokens === null) return
      if (yield* current.compareAndSet(tokens, null)) return yield* notifyHere
      return round < rounds ? yield* vacate(round + 1) : yield* keepsWriting
    })

  const endIfCurrent = (ended: StoredTokens, round = 1): Effect.Effect<void, TokenStoreFailed> =>
    Effect.gen(function*() {
      const tokens = yield* current.get
      if (tokens === null || keyOf(tokens) !== keyOf(ended)) return
      if (yield* current.compareAndSet(tokens, null)) return yield* notifyHere
      return round < rounds ? yield* endIfCurrent(ended, round + 1) : yield* keepsWriting
    })

  return { copyCurrent, dropCopy, endIfCurrent, vacate }
}

/** Creates the functions that update the accounts after a session has changed. */
const makeFollow = (
  change: (next: Change) => Effect.Effect<void, TokenStoreFailed>,
  userOf: ReturnType<typeof rememberingUsers>["userOf"]
) => {
  const storeRefreshed = (before: StoredTokens, after: StoredTokens) =>
    change((aside) => {
      const at = aside.findIndex(({ tokens }) => keyOf(tokens) === keyOf(before))
      const found = aside[at]
      return found === undefined ? aside : aside.with(at, { tokens: after, user: userOf(after) ?? found.user })
    })

  /** Updates the accounts after a session has written to the current store, or has failed because of another writer. */
  const follow = (expected: StoredTokens | null, next: StoredTokens | null, written: boolean) => {
    if (expected !== null && next !== null && keyOf(expected) === keyOf(next)) {
      if (!written) return storeRefreshed(expected, next)
      // after its first refresh, the user of the session is known
      if (expected.accessToken !== undefined) return Effect.void
    }
    // the session has ended, even if another account is current by now
    if (next === null) {
      return expected === null
        ? Effect.void
        : change((aside) => without(aside, expected, written ? userOf(expected)?.userId : undefined))
    }
    return written ? change((aside) => without(aside, next, userOf(next)?.userId)) : Effect.void
  }

  return { follow, storeRefreshed }
}

/** Remembers the users of sessions, because a session without its access token doesn't identify its user. */
const rememberingUsers = () => {
  const users = new Map<string, AsideAccount["user"]>()
  const userOf = (tokens: StoredTokens): AsideAccount["user"] | undefined => {
    const state = stateOfToken(tokens.accessToken ?? null)
    const claims = state._tag === "SignedOut" ? undefined : Option.getOrUndefined(state.claims)
    if (claims === undefined) return users.get(keyOf(tokens))
    const user = {
      userId: claims.sub,
      displayName: claims.name ?? null,
      primaryEmail: claims.email ?? null,
      isAnonymous: claims.isAnonymous
    }
    users.set(keyOf(tokens), user)
    return user
  }
  return { userOf, remember: ({ tokens, user }: AsideAccount) => void users.set(keyOf(tokens), user) }
}

/** Lists the account of the current session, then the accounts that are set aside. */
const listOf = (
  active: StoredTokens | null,
  aside: ReadonlyArray<AsideAccount>,
  userOf: ReturnType<typeof rememberingUsers>["userOf"]
): ReadonlyArray<StoredAccount> => {
  const user = active === null ? undefined : userOf(active)
  const others = active === null ? aside : without(aside, active, user?.userId)
  return [
    ...(user === undefined ? [] : [{ ...user, isActive: true }]),
    ...others.map((each) => ({ ...each.user, isActive: false }))
  ]
}

/** Removes a session, and the other sessions of the same user. */
const without = (
  aside: ReadonlyArray<AsideAccount>,
  session: StoredTokens,
  userId: string | undefined
): ReadonlyArray<AsideAccount> => {
  const kept = aside.filter(({ tokens, user }) => keyOf(tokens) !== keyOf(session) && user.userId !== userId)
  return kept.length === aside.length ? aside : kept
}

/** Runs an operation of the key-value store with a timeout, so that a hanging store doesn't block other programs. */
const within = <A>(operation: "read" | "write", self: Effect.Effect<A, unknown>): Effect.Effect<A, TokenStoreFailed> =>
  timeLimit(
    Effect.mapError(self, () => failed(operation)),
    storeMillis,
    () => Effect.fail(failed(operation, "the key-value store of the accounts has not responded within 2 s"))
  )

/** Leaves out the store's own message, because it may quote the value to be written. */
const failed = (operation: "read" | "write", problem = "the key-value store of the accounts failed") =>
  new TokenStoreFailed({ operation, problem, consequence: "The accounts stay as they were." })

const keepsWriting = failed("write", "other programs keep writing to it")
