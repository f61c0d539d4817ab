/**
 * The session of whoever uses the program: tokens that are valid for long enough, one refresh at a time for any number
 * of callers, and an end that is final. Specification §4, wire protocol §8, reliability laws D and F.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Semaphore from "effect/Semaphore"
import * as Stream from "effect/Stream"
import * as SubscriptionRef from "effect/SubscriptionRef"
import * as OAuth from "../schemas/endpoints/oauth.ts"
import type { AccessTokenClaims } from "../schemas/entities/AccessTokenClaims.ts"
import { CallError, InvalidInput } from "../schemas/errors/CallError.ts"
import { RefreshTokenError, RefreshTokenNotFoundOrExpired } from "../schemas/errors/session.ts"
import { KnownError } from "../schemas/KnownError.ts"
import { claimsOf, type Receipt, remainingMillis } from "./accessToken.ts"
import { makeCaller } from "./call.ts"
import { Project } from "./Project.ts"
import { tokenIsUndefined } from "./request.ts"
import { sameTokens, type StoredTokens, TokenStore, TokenStoreFailed } from "./TokenStore.ts"
import { Transport } from "./Transport.ts"

/** Fewer milliseconds of life than this, and the access token is refreshed before it is used. Specification §9. */
export const refreshThresholdMillis = 20_000

/** Nobody may demand this much life or more. Specification §9. */
export const longestDemandMillis = 60_000

/** After a refresh failed for the network's sake, the next one waits this long. */
export const coolDownMillis = 5000

/** How long a token store may take before the session goes on without it. */
const storePatience = Duration.seconds(2)

/** How far back a token kept by a sign-in may have been issued: one attempt's time-out. */
const signInMillis = 30_000

/** What everyone may know of the session. Never a token. */
export type SessionState =
  | { readonly _tag: "SignedOut" }
  | {
    readonly _tag: "SignedIn"
    /** What the access token says about the user. Not verified: for display, not for decisions. */
    readonly claims: Option.Option<AccessTokenClaims>
  }

/** The tokens that requests carry. */
export interface UsableTokens {
  readonly accessToken: Redacted.Redacted
  readonly refreshToken: Redacted.Redacted | undefined
}

/** The tokens of a new session. */
export interface NewTokens {
  readonly accessToken: Redacted.Redacted
  readonly refreshToken: Redacted.Redacted
}

/** The session. There is one per layer: build the layer per request on a server. */
export class Session extends Context.Service<Session, {
  /** The state at this moment. */
  readonly state: () => SessionState
  /** The state now and after every change. */
  readonly changes: Stream.Stream<SessionState>
  /** Calls back at every change, until the returned function is called. For host code without fibers. */
  readonly subscribe: (listener: () => void) => () => void
  /**
   * Tokens with at least the demanded life left (20 s unless said otherwise, always less than 60 s), refreshed when
   * need be. A token that arrives with less life than demanded is handed out all the same. `None`: signed out.
   *
   * Fails with the reason `RefreshTokenNotFoundOrExpired` when the platform ends the session now; with the reason of
   * the lost call, and the session intact, when the platform cannot be reached.
   */
  readonly tokens: (atLeast?: Duration.Input) => Effect.Effect<Option.Option<UsableTokens>, CallError>
  /** Starts a session, in place of the one that was. */
  readonly keep: (tokens: NewTokens) => Effect.Effect<void, CallError>
  /** Ends the session here. What is under way for it is discarded; the platform is not told. */
  readonly end: Effect.Effect<void>
  /** Forgets the access token when it still is this one. `true` when another one can be had. */
  readonly rejected: (accessToken: Redacted.Redacted) => Effect.Effect<boolean>
}>()("latchkey/Session") {
  /** The usual session, kept in the `TokenStore`. */
  static readonly layer: Layer.Layer<Session, never, Project | Transport | TokenStore> = Layer.effect(
    Session,
    Effect.suspend(() => make)
  )
}

/** The session in memory: the truth, of which the store is a copy. */
interface Held {
  readonly tokens: StoredTokens
  readonly claims: Option.Option<AccessTokenClaims>
  readonly receipt: Receipt
}

const signedOut: SessionState = { _tag: "SignedOut" }

const viewOf = (held: Held | null): SessionState =>
  held === null ? signedOut : { _tag: "SignedIn", claims: held.claims }

const make = Effect.gen(function*() {
  const project = yield* Project
  const store = yield* TokenStore
  const scope = yield* Effect.scope
  const caller = makeCaller(project, yield* Transport, scope, Effect.succeed(withoutCredentials))

  const hold = (tokens: StoredTokens, receipt: Receipt): Held => ({
    tokens,
    claims: tokens.accessToken === undefined ? Option.none() : claimsOf(tokens.accessToken),
    receipt
  })

  const stored = yield* store.get.pipe(patiently("read"), Effect.orElseSucceed(() => null))
  const loadedAt = yield* Clock.currentTimeMillis
  /** What the store is believed to hold: a change of it that is not ours is somebody else's. */
  let lastStored = stored
  let held: Held | null = stored === null ? null : hold(stored, { sentAt: undefined, receivedAt: loadedAt })
  const view = yield* SubscriptionRef.make(viewOf(held))
  const listeners = new Set<() => void>()

  const become = (next: Held | null): Effect.Effect<void> =>
    Effect.suspend(() => {
      held = next
      const published = SubscriptionRef.set(view, viewOf(next))
      for (const listener of [...listeners]) listener()
      return published
    })

  // --- the store ---

  const writing = yield* Semaphore.make(1)

  /** Takes over what somebody else wrote: another tab, another program. */
  const adopt = (tokens: StoredTokens | null): Effect.Effect<void> =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      lastStored = tokens
      return sameTokens(tokens, held?.tokens ?? null)
        ? Effect.void
        : become(tokens === null ? null : hold(tokens, { sentAt: undefined, receivedAt: now }))
    })

  /**
   * Brings the store up to date. When somebody else wrote in between, a new session wins; a refresh or a sign-out
   * applies only to the session it was for.
   */
  const persist = (why: "signIn" | "refresh" | "signOut", session: string | undefined): Effect.Effect<void> =>
    writing.withPermit(Effect.gen(function*() {
      for (let round = 0; round < 3; round++) {
        const next: StoredTokens | null = held?.tokens ?? null
        if (sameTokens(next, lastStored)) return
        if (yield* store.compareAndSet(lastStored, next)) {
          lastStored = next
          return
        }
        const other: StoredTokens | null = yield* store.get
        lastStored = other
        if (why !== "signIn" && (other === null || keyOf(other) !== session)) return yield* adopt(other)
      }
    })).pipe(patiently("write"), Effect.catch((failed) => Effect.logWarning(failed.message)))

  yield* store.changes.pipe(
    Stream.runForEach((tokens) => sameTokens(tokens, lastStored) ? Effect.void : adopt(tokens)),
    Effect.forkScoped
  )

  // --- the refresh ---

  let inFlight: { readonly session: string; readonly result: Deferred.Deferred<void, CallError> } | undefined
  let failure: { readonly session: string; readonly error: CallError; readonly until: number } | undefined

  const end = (expected: Held): Effect.Effect<void> =>
    Effect.suspend(() =>
      held === null || keyOf(held.tokens) !== keyOf(expected.tokens)
        ? Effect.void
        : Effect.andThen(become(null), persist("signOut", keyOf(expected.tokens)))
    )

  const askForToken = (before: Held, refreshToken: Redacted.Redacted): Effect.Effect<void, CallError> =>
    Effect.gen(function*() {
      const sentAt = yield* Clock.currentTimeMillis
      const answer = (yield* caller.call(OAuth.refresh.spec, {
        grantType: "refresh_token",
        refreshToken,
        clientId: project.id,
        clientSecret: project.publishableClientKey ?? publicClient
      })) as { readonly accessToken: Redacted.Redacted }
      const receivedAt = yield* Clock.currentTimeMillis
      if (held === null || keyOf(held.tokens) !== keyOf(before.tokens)) return
      failure = undefined
      yield* become(hold({ refreshToken, accessToken: answer.accessToken }, { sentAt, receivedAt }))
      yield* persist("refresh", keyOf(before.tokens))
    }).pipe(Effect.catch((error) => refreshFailed(before, error)))

  const refreshFailed = (before: Held, error: unknown): Effect.Effect<never, CallError> =>
    Effect.gen(function*() {
      const callError = error instanceof KnownError
        ? new CallError({ endpoint: OAuth.refresh.spec.name, reason: error as RefreshTokenNotFoundOrExpired })
        : error as CallError
      if (callError.reason instanceof RefreshTokenError) {
        yield* end(before)
      } else {
        const now = yield* Clock.currentTimeMillis
        failure = { session: keyOf(before.tokens), error: callError, until: now + coolDownMillis }
      }
      return yield* callError
    })

  /** Runs in the session's scope: it goes on when the caller who started it leaves. */
  const refresh = (before: Held, refreshToken: Redacted.Redacted): Effect.Effect<void, CallError> =>
    Effect.suspend(() => {
      const session = keyOf(before.tokens)
      if (inFlight?.session === session) return Deferred.await(inFlight.result)
      const result = Deferred.makeUnsafe<void, CallError>()
      const mine = inFlight = { session, result }
      return Effect.forkIn(askForToken(before, refreshToken), scope).pipe(
        Effect.tap((fiber) =>
          Effect.sync(() =>
            fiber.addObserver((exit) => {
              if (inFlight === mine) inFlight = undefined
              Deferred.doneUnsafe(result, exit)
            })
          )
        ),
        Effect.uninterruptible,
        Effect.andThen(Deferred.await(result))
      )
    })

  // --- what callers see ---

  const usable = ({ tokens: { accessToken, refreshToken } }: Held): Option.Option<UsableTokens> =>
    accessToken === undefined ? Option.none() : Option.some({ accessToken, refreshToken })

  const tokensFor = (demand: number): Effect.Effect<Option.Option<UsableTokens>, CallError> =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const before = held
      if (before === null) return Effect.succeed(Option.none())
      const { accessToken, refreshToken } = before.tokens
      const remaining = accessToken === undefined ? 0 : remainingMillis(before.claims, before.receipt, now)
      if (accessToken !== undefined && remaining >= demand) return Effect.succeed(usable(before))
      if (refreshToken === undefined) {
        return remaining > 0 ? Effect.succeed(usable(before)) : Effect.as(end(before), Option.none())
      }
      if (failure !== undefined && failure.session === keyOf(before.tokens) && now < failure.until) {
        return remaining > 0 ? Effect.succeed(usable(before)) : Effect.fail(failure.error)
      }
      return refresh(before, refreshToken).pipe(
        Effect.catch((error) => remaining > 0 && held === before ? Effect.succeed(undefined) : Effect.fail(error)),
        Effect.flatMap(() =>
          held === null ? Effect.succeed(Option.none()) : keyOf(held.tokens) === keyOf(before.tokens)
            ? Effect.succeed(usable(held))
            : tokensFor(demand)
        )
      )
    })

  return Session.of({
    state: () => SubscriptionRef.getUnsafe(view),
    changes: SubscriptionRef.changes(view),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    tokens: (atLeast) => {
      const demand = atLeast === undefined ? refreshThresholdMillis : millisOf(atLeast)
      return demand >= 0 && demand < longestDemandMillis ? tokensFor(demand) : Effect.fail(refuseDemand())
    },
    keep: (tokens) =>
      Effect.gen(function*() {
        for (const name of ["accessToken", "refreshToken"] as const) {
          const text: unknown = Redacted.isRedacted(tokens[name]) ? Redacted.value(tokens[name]) : undefined
          if (typeof text !== "string" || text === "" || text === "undefined") {
            return yield* new CallError({
              endpoint: "session.keep",
              reason: new InvalidInput({ issues: [tokenIsUndefined(name)] })
            })
          }
        }
        const now = yield* Clock.currentTimeMillis
        const { accessToken, refreshToken } = tokens
        yield* become(hold({ accessToken, refreshToken }, { sentAt: now - signInMillis, receivedAt: now }))
        yield* persist("signIn", undefined)
      }),
    end: Effect.suspend(() => held === null ? Effect.void : end(held)),
    rejected: (accessToken) =>
      Effect.suspend(() => {
        if (held === null) return Effect.succeed(false)
        const { accessToken: current, refreshToken } = held.tokens
        if (current === undefined || Redacted.value(current) !== Redacted.value(accessToken)) {
          return Effect.succeed(true)
        }
        return refreshToken === undefined
          ? Effect.as(end(held), false)
          : become(hold({ refreshToken, accessToken: undefined }, held.receipt)).pipe(
            Effect.andThen(persist("refresh", keyOf(held.tokens))),
            Effect.as(true)
          )
      })
  })
})

const withoutCredentials = { headers: {}, secrets: [], renew: () => Effect.succeed(false) }

/** What stands in for the key of a project that needs none. Wire protocol §10, later revisions. */
const publicClient = Redacted.make("__stack_public_client__")

/** Sessions are told apart by their refresh token, or by the access token when there is none. */
const keyOf = ({ accessToken, refreshToken }: StoredTokens): string =>
  refreshToken !== undefined
    ? `refresh-${Redacted.value(refreshToken)}`
    : `access-${accessToken === undefined ? "" : Redacted.value(accessToken)}`

const millisOf = (input: Duration.Input): number =>
  Option.match(Duration.fromInput(input), { onNone: () => NaN, onSome: Duration.toMillis })

const refuseDemand = () =>
  new CallError({
    endpoint: "session.tokens",
    reason: new InvalidInput({ issues: [{ path: "atLeast", problem: "Expected 0 to 59,999 milliseconds" }] })
  })

const patiently =
  (operation: "read" | "write") => <A>(self: Effect.Effect<A, TokenStoreFailed>): Effect.Effect<A, TokenStoreFailed> =>
    self.pipe(
      Effect.catchDefect((defect) =>
        Effect.fail(new TokenStoreFailed({ operation, problem: defect instanceof Error ? defect.name : typeof defect }))
      ),
      Effect.timeoutOrElse({
        duration: storePatience,
        orElse: () => Effect.fail(new TokenStoreFailed({ operation, problem: "no answer within 2 s" }))
      })
    )
