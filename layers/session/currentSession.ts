/**
 * The current session. The session in memory is authoritative. The token store has a copy that other tabs and programs
 * read and write too. If the store fails, the session stays in memory. docs/laws.md D12–D14.
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { AccessTokenClaims } from "../../schemas/entities/AccessTokenClaims.ts"
import { type Restriction, restrictionOf } from "../../schemas/entities/restriction.ts"
import { forDevelopers } from "../../schemas/site.ts"
import { Listeners, log, nameOf, timeLimit } from "../call/index.ts"
import { claimsOf, type Life, lifeOf, measuredSkew, remainingMillis } from "./accessToken.ts"
import { type ClockSkew, worthKeeping } from "./clockSkew.ts"
import { makeMutex } from "./mutex.ts"
import { sameTokens, skewed, type StoredTokens, tokensIn, type TokenStore, TokenStoreFailed } from "./TokenStore.ts"
import { listenToValue, valueStream } from "./valueStream.ts"

/** Timeout of the token store in milliseconds; the session continues without it. */
const storeMillis = 2000

/** Maximum attempts of a write while other programs write too. An attempt only fails if another write succeeded. */
const rounds = 5

/** Public state of the session, without tokens. */
export type SessionState =
  | { readonly _tag: "SignedOut" }
  | {
    readonly _tag: "SignedIn"
    /** Claims of the access token. Not verified: for display, not for decisions. */
    readonly claims: Option.Option<AccessTokenClaims>
  }
  | {
    /** A restricted user is signed in. Counts as signed out unless restricted users are included. */
    readonly _tag: "Restricted"
    readonly restrictedReason: Restriction
    readonly claims: Option.Option<AccessTokenClaims>
  }

type NotSignedOut = Exclude<SessionState, { readonly _tag: "SignedOut" }>

/** The session of a signed-in user. */
export interface CurrentSession {
  /** Identifies the session: the refresh token, or the access token if there is none. */
  readonly key: string
  readonly tokens: StoredTokens
  readonly life: Life
  /**
   * Clock skew when the access token arrived: milliseconds by which this machine's clock was ahead of the platform's.
   */
  readonly clockSkewMillis: number
  /** Whether `clockSkewMillis` was measured; otherwise it is assumed to be 0. */
  readonly clockSkewMeasured: boolean
  /**
   * Returns the state, always as the same object. Claims are decoded on first use: most sessions on servers never need
   * them.
   */
  readonly state: () => NotSignedOut
}

/** The session in memory, and its copy in the store. */
export interface SessionInMemory {
  /** Returns the current session, or `null` if signed out. */
  readonly current: () => CurrentSession | null
  readonly state: () => SessionState
  readonly changes: Stream.Stream<SessionState>
  readonly subscribe: (listener: () => void) => () => void
  /** Whether the session has subscribers. */
  readonly isWatched: () => boolean
  /** Calls back when the first subscriber arrives, until the returned function is called. */
  readonly onWatched: (listener: () => void) => () => void
  /** Creates the session of tokens that were just received. `sentAt` is the time of the request for them, if known. */
  readonly received: (tokens: StoredTokens, sentAt: number | undefined, receivedAt: number) => CurrentSession
  /** Reads the store again, because another program may have written to it without a notification yet. */
  readonly look: Effect.Effect<void>
  /** Changes the session in one step, and updates the store. Can't be interrupted half-way. */
  readonly update: (change: (held: CurrentSession | null) => CurrentSession | null) => Effect.Effect<void>
}

/** Creates the session of tokens, and copies what is known about the user from `held`. */
const sessionOf = (
  held: CurrentSession | null,
  skew: ClockSkew,
  tokens: StoredTokens,
  sentAt: number | undefined,
  receivedAt: number
): CurrentSession => {
  const { accessToken, clockSkewMillis } = tokens
  const key = keyOf(tokens)
  // the session lost only its access token, so its user is still known
  if (accessToken === undefined && held?.key === key) return { ...held, tokens }
  const life = accessToken === undefined ? unknownLife : lifeOf(accessToken)
  // a response of the platform allows a new measurement of the clock skew; a token from the store doesn't
  const before = clockSkewMillis ?? skew.millis
  const skewMillis = measuredSkew(life, { believed: sentAt === undefined ? before ?? 0 : 0, sentAt, receivedAt })
  const measured = sentAt !== undefined && life.issuedAt !== undefined
  return {
    key,
    tokens: measured ? { ...tokens, ...skewed(worthKeeping(skewMillis)) } : tokens,
    life,
    clockSkewMillis: skewMillis,
    clockSkewMeasured: measured || before !== undefined,
    state: once(() => stateOf(accessToken === undefined ? Option.none() : claimsOf(accessToken)))
  }
}

const once = <A>(make: () => A): () => A => {
  let made: { readonly value: A } | undefined
  return () => (made ??= { value: make() }).value
}

/** Returns the state of a session with this access token. `null` stands for no access token. */
export const stateOfToken = (accessToken: Redacted.Redacted | null): SessionState =>
  accessToken === null ? signedOut : stateOf(claimsOf(accessToken))

/** Returns the state for these claims. Without claims, the user counts as unrestricted. */
const stateOf = (claims: Option.Option<AccessTokenClaims>): NotSignedOut => {
  const restrictedReason = Option.getOrNull(Option.map(claims, restrictionOf))
  return restrictedReason === null
    ? { _tag: "SignedIn", claims }
    : { _tag: "Restricted", restrictedReason, claims }
}

/** Runs store operations one at a time, with a timeout. Failures are logged. */
const withStoreQueue = (store: TokenStore["Service"]) => {
  const locked = makeMutex()
  return (operation: "read" | "write", self: Effect.Effect<void, TokenStoreFailed>): Effect.Effect<void> =>
    interruptible(
      toTokenStoreFailed(operation)(locked(interruptible(self))),
      store.endsByItself === true ? undefined : withStoreTimeout(operation)
    ).pipe(
      // on a server, any client can send an unreadable header
      Effect.catch((failed) => log.warnThrottled(`${store.kind} ${failed.operation}`, forDevelopers(failed)))
    )
}

/** The session in memory, and its subscribers. */
const makeMemory = (changed: (() => void) | undefined) => {
  const listeners = new Listeners()
  const watched = new Listeners()
  /** Sessions that ended in this program. Later writes by other programs don't restore them. */
  const endedKeys = new Set<string>()
  let held: CurrentSession | null = null
  const current = () => held
  const state = () => held?.state() ?? signedOut

  /**
   * Changes the session in one step, so that no partial state is visible. If a listener throws, the error is reported
   * and the other listeners still run.
   */
  const set = (next: CurrentSession | null): Effect.Effect<void> => {
    const before = listeners.size === 0 ? undefined : state()
    held = next
    changed?.()
    const thrown = before === undefined || state() === before ? [] : listeners.notify()
    return thrown.length === 0 ? Effect.void : log.error("A listener of the session threw.", ...thrown)
  }

  return {
    current,
    endedKeys,
    set,
    state,
    subscribe: (listener: () => void) => {
      const unsubscribe = listeners.subscribe(listener)
      if (listeners.size === 1) watched.notify()
      return unsubscribe
    },
    isWatched: () => listeners.size > 0,
    onWatched: (listener: () => void) => watched.subscribe(listener)
  }
}

type Memory = ReturnType<typeof makeMemory>

/**
 * The copy in the store: `load` reads changes by other programs, `save` writes changes by this program. Only one of
 * them runs at a time, see {@link withStoreQueue}.
 */
const makeCopy = (store: TokenStore["Service"], { current, endedKeys, set }: Memory, skew: ClockSkew) => {
  /** Expected contents of the store. Any difference was written by another program. */
  let believed: StoredTokens | null = null
  const inMemory = () => current()?.tokens ?? null

  const read = Effect.flatMap(Effect.suspend(() => store.get), (found) => {
    const tokens = tokensIn(found)
    return tokens === undefined
      ? Effect.fail(new TokenStoreFailed({ operation: "read", problem: "its contents are not a session" }))
      : Effect.succeed(tokens)
  })

  const load = () =>
    Effect.gen(function*() {
      const theirs = yield* read
      const now = yield* Clock.currentTimeMillis
      const prevails = !(theirs !== null && endedKeys.has(keyOf(theirs))) && storePrevails(believed, inMemory(), theirs)
      believed = theirs
      if (prevails && !sameTokens(theirs, inMemory())) {
        yield* set(theirs === null ? null : sessionOf(current(), skew, theirs, undefined, now))
      }
    })

  const save = () =>
    Effect.gen(function*() {
      for (let round = 0; round < rounds; round++) {
        const mine = inMemory()
        if (sameTokens(mine, believed)) return
        if (yield* store.compareAndSet(believed, mine)) believed = mine
        else yield* load()
      }
    })

  return { load, save }
}

/**
 * Starts with the contents of the store and follows them while the scope is open. Calls `changed` after each change.
 * This program's changes apply immediately, without waiting for a timer, which may be slow in a hidden tab.
 */
export const followStore = Effect.fnUntraced(function*(
  store: TokenStore["Service"],
  skew: ClockSkew,
  changed?: () => void
): Effect.fn.Return<SessionInMemory, never, Scope.Scope> {
  const memory = makeMemory(changed)
  const { current, isWatched, onWatched, endedKeys, set, state, subscribe } = memory
  const { load, save } = makeCopy(store, memory, skew)
  const settle = withStoreQueue(store)

  // notifications may be late, so they only trigger a read
  const look = Effect.suspend(() => settle("read", Effect.andThen(load(), save())))
  const scope = yield* Effect.scope
  const run = Effect.runForkWith(yield* Effect.context<never>())
  const unsubscribe = listenToValue(store.changes, () => void run(look, { onFiberStart: Fiber.runIn(scope) }))
  if (unsubscribe !== undefined) yield* Scope.addFinalizer(scope, Effect.sync(unsubscribe))
  yield* settle("read", load())
  if (unsubscribe === undefined) yield* onEachChange(store.changes, look)

  return {
    current,
    state,
    changes: valueStream(state, subscribe),
    subscribe,
    isWatched,
    onWatched,
    received: (tokens, sentAt, receivedAt) => {
      const next = sessionOf(current(), skew, tokens, sentAt, receivedAt)
      if (sentAt !== undefined && next.life.issuedAt !== undefined) skew.millis = next.clockSkewMillis
      return next
    },
    look: Effect.suspend(() => settle("read", load())),
    update: (change) =>
      Effect.uninterruptible(Effect.suspend(() => {
        const before = current()
        const next = change(before)
        if (next === before) return Effect.void
        if (next !== null) endedKeys.delete(next.key)
        else if (before !== null) endedKeys.add(before.key)
        const saved = Effect.andThen(set(next), settle("write", save()))
        // the ended session may have been set aside, by another program or by a new session before the store was
        // updated
        return before === null || next !== null || store.accounts === undefined
          ? saved
          : Effect.andThen(saved, store.accounts.refreshed(before.tokens, null))
      }))
  }
})

/** Runs `look` at every change of the store. */
const onEachChange = (
  changes: TokenStore["Service"]["changes"],
  look: Effect.Effect<void>
): Effect.Effect<unknown, never, Scope.Scope> =>
  Stream.runForEach(changes, () => look).pipe(
    Effect.catchCause((cause) =>
      log.warn(
        `The token store can no longer be watched: ${
          nameOf(Cause.squash(cause))
        }. Changes in other tabs are not detected.`
      )
    ),
    Effect.forkScoped({ startImmediately: true })
  )

const signedOut: SessionState = { _tag: "SignedOut" }

const unknownLife: Life = { issuedAt: undefined, expiresAt: undefined }

/** Returns the key that identifies a session. */
export const keyOf = ({ accessToken, refreshToken }: StoredTokens): string =>
  refreshToken !== undefined
    ? `refresh-${Redacted.value(refreshToken)}`
    : `access-${accessToken && Redacted.value(accessToken)}`

/** Remaining life of the access token in milliseconds, by this machine's clock. */
export const remainingOf = ({ clockSkewMillis, life, tokens }: CurrentSession, now: number): number =>
  tokens.accessToken === undefined ? 0 : remainingMillis(life, clockSkewMillis, now)

/**
 * Whether a token has expired by a clock whose skew is unknown. If the session can't be refreshed, the platform decides
 * whether the token has expired, so that a wrong clock signs no user out.
 */
export const isDoubtful = (held: CurrentSession, now: number): boolean =>
  !held.clockSkewMeasured && remainingOf(held, now) <= 0

/**
 * Whether the store prevails over memory. Both contained `base` before. Since then, memory may have changed to `mine`,
 * and another program may have written `theirs` to the store. A new session in memory prevails. A refresh or sign-out
 * in memory prevails only if the store still has the session that was refreshed or signed out.
 */
const storePrevails = (base: StoredTokens | null, mine: StoredTokens | null, theirs: StoredTokens | null): boolean => {
  if (sameTokens(mine, base)) return true
  if (sameTokens(theirs, base)) return false
  if (base === null || (mine !== null && keyOf(mine) !== keyOf(base))) return false
  return theirs === null || keyOf(theirs) !== keyOf(base) || (mine !== null && mine.accessToken === undefined)
}

/**
 * Runs a store operation with a timeout. If the caller is interrupted, it doesn't wait for the operation to end. Most
 * operations end immediately; `waiting` is only set up for the others.
 */
const interruptible = <A, E>(
  self: Effect.Effect<A, E>,
  waiting: (end: Effect.Effect<A, E>) => Effect.Effect<A, E> = (end) => end
): Effect.Effect<A, E> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(
      Effect.forkDetach(self, { startImmediately: true }),
      (fiber) =>
        fiber.pollUnsafe() ?? restore(waiting(Effect.callback<A, E>((resume) => {
          fiber.addObserver(resume)
          return Effect.sync(() => fiber.interruptUnsafe())
        })))
    )
  )

/** Turns any error of the store into `TokenStoreFailed`. */
const toTokenStoreFailed =
  (operation: "read" | "write") => <A>(self: Effect.Effect<A, TokenStoreFailed>): Effect.Effect<A, TokenStoreFailed> =>
    Effect.catchCause(self, (cause) => Effect.fail(failureOf(operation, cause)))

const withStoreTimeout =
  (operation: "read" | "write") => <A>(self: Effect.Effect<A, TokenStoreFailed>): Effect.Effect<A, TokenStoreFailed> =>
    timeLimit(
      self,
      storeMillis,
      () => Effect.fail(new TokenStoreFailed({ operation, problem: "no response within 2 s" }))
    )

const failureOf = (operation: "read" | "write", cause: Cause.Cause<unknown>): TokenStoreFailed => {
  const error = Cause.squash(cause)
  return error instanceof TokenStoreFailed ? error : new TokenStoreFailed({ operation, problem: nameOf(error) })
}
