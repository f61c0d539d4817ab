/**
 * The session as a program holds it: in memory, which counts, and in the token store, a copy that other tabs and
 * programs read and write too. Nothing the store does loses what memory has. docs/laws.md D12–D14.
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { AccessTokenClaims } from "../../schemas/entities/AccessTokenClaims.ts"
import { type Restriction, restrictionOf } from "../../schemas/entities/RestrictedReason.ts"
import { forDevelopers } from "../../schemas/site.ts"
import { Listeners, log, nameOf } from "../call/index.ts"
import { claimsOf, type Life, lifeOf, measuredSkew, remainingMillis } from "./accessToken.ts"
import { type ClockSkew, worthKeeping } from "./clockSkew.ts"
import { makeMutex } from "./mutex.ts"
import { sameTokens, skewed, type StoredTokens, tokensIn, type TokenStore, TokenStoreFailed } from "./TokenStore.ts"
import { listenToValue, valueStream } from "./valueStream.ts"

/** How long a token store may take before the session goes on without it. */
const storeTimeout = Duration.seconds(2)

/** How often a write is tried while others write too. Each round that fails means that somebody else's succeeded. */
const rounds = 5

/** What everyone may know of the session. Never a token. */
export type SessionState =
  | { readonly _tag: "SignedOut" }
  | {
    readonly _tag: "SignedIn"
    /** What the access token says about the user. Not verified: for display, not for decisions. */
    readonly claims: Option.Option<AccessTokenClaims>
  }
  | {
    /** Somebody is signed in and may not use the app yet: nobody, for whoever does not ask for restricted users. */
    readonly _tag: "Restricted"
    readonly restrictedReason: Restriction
    readonly claims: Option.Option<AccessTokenClaims>
  }

type NotSignedOut = Exclude<SessionState, { readonly _tag: "SignedOut" }>

/** A session somebody is signed in with. */
export interface CurrentSession {
  /** Tells sessions apart: the refresh token, or the access token when there is none. */
  readonly key: string
  readonly tokens: StoredTokens
  readonly life: Life
  /** How far this machine's clock was ahead of the platform's when the access token came. */
  readonly clockSkewMillis: number
  /** Whether `clockSkewMillis` is known, and not just supposed to be none. */
  readonly clockSkewMeasured: boolean
  /** The same object each time. The token's claims are decoded when somebody first asks: most sessions of servers never are. */
  readonly state: () => NotSignedOut
}

/** The session in memory, and its copy in the store. */
export interface SessionInMemory {
  /** The session at this moment; `null`: signed out. */
  readonly current: () => CurrentSession | null
  readonly state: () => SessionState
  readonly changes: Stream.Stream<SessionState>
  readonly subscribe: (listener: () => void) => () => void
  /** Whether somebody watches it. */
  readonly isWatched: () => boolean
  /** Calls back when it begins to be watched, until the returned function is called. */
  readonly onWatched: (listener: () => void) => () => void
  /** What is to be held of tokens that were received just now, and asked for at `sentAt` if that is known. */
  readonly received: (tokens: StoredTokens, sentAt: number | undefined, receivedAt: number) => CurrentSession
  /** Reads the store anew: others may have written what their news did not tell yet. */
  readonly look: Effect.Effect<void>
  /** Changes what is held, in one step, and brings the store up to date. Not interrupted half-way. */
  readonly update: (change: (held: CurrentSession | null) => CurrentSession | null) => Effect.Effect<void>
}

/** What is held of tokens; what is known of the user of `held` remains known. */
const sessionOf = (
  held: CurrentSession | null,
  skew: ClockSkew,
  tokens: StoredTokens,
  sentAt: number | undefined,
  receivedAt: number
): CurrentSession => {
  const { accessToken, clockSkewMillis } = tokens
  const key = keyOf(tokens)
  // who is signed in remains known
  if (accessToken === undefined && held?.key === key) return { ...held, tokens }
  const life = accessToken === undefined ? unknownLife : lifeOf(accessToken)
  // an answer of the platform tells anew whether the clock is right; a token from the store does not
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

/** The state of a session with this access token; `null`: without one. */
export const stateOfToken = (accessToken: Redacted.Redacted | null): SessionState =>
  accessToken === null ? signedOut : stateOf(claimsOf(accessToken))

/** Whose claims are not known is not known to be restricted. */
const stateOf = (claims: Option.Option<AccessTokenClaims>): NotSignedOut => {
  const restrictedReason = Option.getOrNull(Option.map(claims, restrictionOf))
  return restrictedReason === null
    ? { _tag: "SignedIn", claims }
    : { _tag: "Restricted", restrictedReason, claims }
}

/** Runs what the store is asked, one after the other and not for longer than it may take. Its failures are logged. */
const settling = (store: TokenStore["Service"]) => {
  const locked = makeMutex()
  return (operation: "read" | "write", self: Effect.Effect<void, TokenStoreFailed>): Effect.Effect<void> =>
    abandonable(
      failingWell(operation)(locked(abandonable(self))),
      store.endsByItself === true ? undefined : withStoreTimeout(operation)
    ).pipe(
      // on a server anybody can send a header that cannot be read
      Effect.catch((failed) => log.warnThrottled(`${store.kind} ${failed.operation}`, forDevelopers(failed)))
    )
}

/** What memory has, and who listens to it. */
const makeMemory = () => {
  const listeners = new Listeners()
  const watched = new Listeners()
  /** Sessions that ended here. Whoever still writes them does not bring them back. */
  const over = new Set<string>()
  let held: CurrentSession | null = null
  const current = () => held
  const state = () => held?.state() ?? signedOut

  /** In one step, so that nobody sees a half of it. What listeners throw is reported and stops nobody else. */
  const set = (next: CurrentSession | null): Effect.Effect<void> => {
    const before = listeners.size === 0 ? undefined : state()
    held = next
    const thrown = before === undefined || state() === before ? [] : listeners.notify()
    return thrown.length === 0 ? Effect.void : log.error("A listener of the session threw.", ...thrown)
  }

  return {
    current,
    over,
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

/** The copy in the store: `load` brings what others wrote, `save` writes what is new here. One at a time, see {@link settling}. */
const makeCopy = (store: TokenStore["Service"], { current, over, set }: Memory, skew: ClockSkew) => {
  /** What the store is believed to hold: anything else in it was written by somebody else. */
  let believed: StoredTokens | null = null
  const inMemory = () => current()?.tokens ?? null

  const read = Effect.flatMap(Effect.suspend(() => store.get), (found) => {
    const tokens = tokensIn(found)
    return tokens === undefined
      ? Effect.fail(new TokenStoreFailed({ operation: "read", problem: "what it holds is no session" }))
      : Effect.succeed(tokens)
  })

  const load = () =>
    Effect.gen(function*() {
      const theirs = yield* read
      const now = yield* Clock.currentTimeMillis
      const prevails = !(theirs !== null && over.has(keyOf(theirs))) && storePrevails(believed, inMemory(), theirs)
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
 * Starts with what the store holds and follows it as long as the scope is open: changes of a value here at once, for what
 * changes before a hidden tab's next timer is news as well.
 */
export const followStore = Effect.fnUntraced(function*(
  store: TokenStore["Service"],
  skew: ClockSkew
): Effect.fn.Return<SessionInMemory, never, Scope.Scope> {
  const memory = makeMemory()
  const { current, isWatched, onWatched, over, set, state, subscribe } = memory
  const { load, save } = makeCopy(store, memory, skew)
  const settle = settling(store)

  // news may come late, so they only say that it is time to look
  const look = Effect.suspend(() => settle("read", Effect.andThen(load(), save())))
  const scope = yield* Effect.scope
  const run = Effect.runForkWith(yield* Effect.context<never>())
  const unsubscribe = listenToValue(store.changes, () => void run(look, { onFiberStart: Fiber.runIn(scope) }))
  if (unsubscribe !== undefined) yield* Scope.addFinalizer(scope, Effect.sync(unsubscribe))
  yield* settle("read", load())
  if (unsubscribe === undefined) yield* atEachNews(store.changes, look)

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
        if (next !== null) over.delete(next.key)
        else if (before !== null) over.add(before.key)
        return Effect.andThen(set(next), settle("write", save()))
      }))
  }
})

/** Runs `look` at all that the store's changes tell. */
const atEachNews = (
  changes: TokenStore["Service"]["changes"],
  look: Effect.Effect<void>
): Effect.Effect<unknown, never, Scope.Scope> =>
  Stream.runForEach(changes, () => look).pipe(
    Effect.catchCause((cause) =>
      log.warn(
        `The token store is no longer watched: ${nameOf(Cause.squash(cause))}. Other tabs' changes go unnoticed.`
      )
    ),
    Effect.forkScoped({ startImmediately: true })
  )

const signedOut: SessionState = { _tag: "SignedOut" }

const unknownLife: Life = { issuedAt: undefined, expiresAt: undefined }

/** Tells sessions apart. */
export const keyOf = ({ accessToken, refreshToken }: StoredTokens): string =>
  refreshToken !== undefined
    ? `refresh-${Redacted.value(refreshToken)}`
    : `access-${accessToken && Redacted.value(accessToken)}`

/** How many milliseconds the access token still lives, by this machine's clock. */
export const remainingOf = ({ clockSkewMillis, life, tokens }: CurrentSession, now: number): number =>
  tokens.accessToken === undefined ? 0 : remainingMillis(life, clockSkewMillis, now)

/**
 * A token that is over by a clock of which nothing is known. In a session that cannot get another one, whether it is over is
 * for the platform to say, and nobody is signed out by a clock.
 */
export const isDoubtful = (held: CurrentSession, now: number): boolean =>
  !held.clockSkewMeasured && remainingOf(held, now) <= 0

/**
 * Memory and store were alike, `base`. Then memory may have changed, to `mine`, and somebody may have written `theirs`. A
 * new session in memory prevails; a refresh or a sign-out there was about the session that was, and counts only while the
 * store still has it.
 */
const storePrevails = (base: StoredTokens | null, mine: StoredTokens | null, theirs: StoredTokens | null): boolean => {
  if (sameTokens(mine, base)) return true
  if (sameTokens(theirs, base)) return false
  if (base === null || (mine !== null && keyOf(mine) !== keyOf(base))) return false
  return theirs === null || keyOf(theirs) !== keyOf(base) || (mine !== null && mine.accessToken === undefined)
}

/**
 * The same, but whoever is interrupted while it runs does not wait for it to end: it may refuse to. `waiting` for it is
 * changed only where it does not end at once, as most stores do.
 */
const abandonable = <A, E>(
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

/** Whatever the store fails with is a failure of the store. */
const failingWell =
  (operation: "read" | "write") => <A>(self: Effect.Effect<A, TokenStoreFailed>): Effect.Effect<A, TokenStoreFailed> =>
    Effect.catchCause(self, (cause) => Effect.fail(failureOf(operation, cause)))

const withStoreTimeout =
  (operation: "read" | "write") => <A>(self: Effect.Effect<A, TokenStoreFailed>): Effect.Effect<A, TokenStoreFailed> =>
    Effect.timeoutOrElse(self, {
      duration: storeTimeout,
      orElse: () => Effect.fail(new TokenStoreFailed({ operation, problem: "no answer within 2 s" }))
    })

const failureOf = (operation: "read" | "write", cause: Cause.Cause<unknown>): TokenStoreFailed => {
  const error = Cause.squash(cause)
  return error instanceof TokenStoreFailed ? error : new TokenStoreFailed({ operation, problem: nameOf(error) })
}
