/**
 * The session of whoever uses the program: tokens that are valid for long enough, one refresh at a time for any number
 * of callers, and an end that is final. docs/protocol.md §8, docs/laws.md D, F.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import type * as Stream from "effect/Stream"
import * as OAuth from "../../schemas/endpoints/oauth.ts"
import { CallError, type CallReason, InvalidConfiguration, InvalidInput } from "../../schemas/errors/CallError.ts"
import { RefreshTokenError } from "../../schemas/errors/session.ts"
import { secretText } from "../../schemas/fields.ts"
import { KnownError } from "../../schemas/KnownError.ts"
import {
  capturedReferences,
  partitionOf,
  Project,
  refreshes,
  refreshesFromRequests,
  singleFlight,
  Transport
} from "../call/index.ts"
import { remainingMillis } from "./accessToken.ts"
import { clockSkewOf } from "./clockSkew.ts"
import { CookiesBlocked } from "./CookiesBlocked.ts"
import { type CurrentSession, followStore, keyOf, type SessionState } from "./currentSession.ts"
import { Inspector } from "./Inspector.ts"
import { refreshGrant } from "./refreshGrant.ts"
import { inMemory, sameTokens, type StoredTokens, TokenStore } from "./TokenStore.ts"
import { isTokenText } from "./tokenText.ts"

export type { SessionState } from "./currentSession.ts"

/**
 * Fewer milliseconds of life than this, and the access token is refreshed before it is used. docs/protocol.md §26.2.
 */
export const refreshThresholdMillis = 20_000

/** Nobody may demand this much life or more. docs/protocol.md §26.2. */
export const longestDemandMillis = 60_000

/** After a refresh failed for the network's sake, the next one waits this long. */
export const coolDownMillis = 5000

/** A request that makes sense signed out waits this long for the refresh of an anonymous session. */
const optionalRefreshTimeout = Duration.seconds(5)

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
  /**
   * Tokens for a request that makes sense signed out, such as a sign-in: those that are good now. A refresh is waited for
   * only where the user is anonymous, or may be, for a sign-up turns such a user into the account; for 5 s at most.
   * `None`: signed out, or the session cannot be renewed now, for whatever reason.
   */
  readonly tokensIfAny: Effect.Effect<Option.Option<UsableTokens>>
  /** Fails where a new session could not be kept: to be asked before a sign-in is sent. */
  readonly keepable: Effect.Effect<void, CallError | CookiesBlocked>
  /**
   * Starts a session, in place of the one that was. Without an access token the first request fetches one. `sentAt`: when
   * the platform was asked for the tokens, in milliseconds by `Clock`; tells whether this machine's clock is right.
   */
  readonly keep: (
    tokens: NewTokens | Pick<NewTokens, "refreshToken">,
    sentAt?: number
  ) => Effect.Effect<void, CallError>
  /** Ends the session here. What is under way for it is discarded; the platform is not told. */
  readonly end: Effect.Effect<void>
  /**
   * Ends the session here, at once, and only then runs `revoke`, whose calls still carry its tokens. Where these have to
   * be refreshed, that goes by this caller's settings, and nothing here hears of it. Goes on when the caller leaves.
   * `None`: nobody was signed in, and nothing ran.
   */
  readonly endAndRevoke: <A, E, R>(revoke: Effect.Effect<A, E, R>) => Effect.Effect<Option.Option<A>, E, R>
  /** Waits for what `endAndRevoke` still runs: a page that is left takes its requests with it. */
  readonly revocation: Effect.Effect<void>
  /**
   * Forgets the access token when it still is this one. `true` when a repeat would carry another one, or none where this
   * was the last one and its life was in doubt.
   */
  readonly rejected: (accessToken: Redacted.Redacted) => Effect.Effect<boolean>
  /** Ends the session here when these are tokens of it: the platform says that they are nobody's. */
  readonly endOf: (tokens: UsableTokens) => Effect.Effect<void>
  /** Forgets the access token where another one can be had: whoever needs one next fetches it. */
  readonly renewNext: Effect.Effect<void>
}>()("latchkey/Session") {
  /** The usual session, kept in the `TokenStore`. */
  static readonly layer: Layer.Layer<Session, never, Project | Transport | TokenStore> = Layer.effect(
    Session,
    Effect.suspend(() => make)
  )
}

interface RefreshInput {
  readonly before: CurrentSession
  readonly refreshToken: Redacted.Redacted
}

/** Whose tokens calls carry in place of the layer's session: one that is over here and not yet on the platform. */
export const SessionOfCall = Context.Reference<Session["Service"] | undefined>("latchkey/SessionOfCall", {
  defaultValue: () => undefined
})

const make: Effect.Effect<
  Session["Service"],
  never,
  Project | Transport | TokenStore | Scope.Scope
> = Effect.gen(function*() {
  const project = yield* Project
  const transport = yield* Transport
  const scope = yield* Effect.scope
  const store = yield* TokenStore
  const settings = yield* capturedReferences
  const session = yield* followStore(store, clockSkewOf(yield* Clock.Clock, transport, project.apiUrl))
  ;(yield* Inspector)?.({ session: session.current, storage: store.kind ?? "a store of the program's own" })

  const endOf = ({ key }: Pick<CurrentSession, "key">): Effect.Effect<void> =>
    session.update((held) => held?.key === key ? null : held)

  // --- the refresh ---

  const refreshTransport = partitionOf(transport, store.fromRequest === true ? refreshesFromRequests : refreshes)
  let failure: { readonly key: string; readonly error: CallError; readonly at: number } | undefined

  const askForToken = (
    before: CurrentSession,
    refreshToken: Redacted.Redacted
  ): Effect.Effect<CurrentSession, CallError> =>
    Effect.gen(function*() {
      let sentAt = 0
      const eachAttempt = Effect.map(Clock.currentTimeMillis, (now) => sentAt = now)
      const accessToken = yield* refreshGrant(project, refreshTransport, scope, eachAttempt)(refreshToken)
      const fresh = session.received({ refreshToken, accessToken }, sentAt, yield* Clock.currentTimeMillis)
      yield* session.update((held) => isStill(before, held) ? fresh : held)
      return fresh
    }).pipe(Effect.catch((error) => refreshFailed(before, error)))

  /** Those who share the store refresh one at a time, and whoever finds that another one brought a token takes that. */
  const askLocked = (
    before: CurrentSession,
    refreshToken: Redacted.Redacted
  ): Effect.Effect<CurrentSession, CallError> =>
    store.withRefreshLock === undefined
      ? askForToken(before, refreshToken)
      : store.withRefreshLock(Effect.gen(function*() {
        yield* session.look
        const held = session.current()
        // whoever waits looks again when the session is another one by now, or over
        if (held === null || held.key !== before.key) return before
        const now = yield* Clock.currentTimeMillis
        return !sameTokens(held.tokens, before.tokens) && remainingOf(held, now) >= refreshThresholdMillis
          ? held
          : yield* askForToken(held, refreshToken)
      })).pipe(Effect.catchTag("TokenStoreFailed", () => withoutLock(before, refreshToken)))

  /** The others cannot be asked. Perhaps one of them refreshes already, so a token that is still good does for now. */
  const withoutLock = (
    before: CurrentSession,
    refreshToken: Redacted.Redacted
  ): Effect.Effect<CurrentSession, CallError> =>
    Effect.flatMap(
      Clock.currentTimeMillis,
      (now) => remainingOf(before, now) > 0 ? Effect.succeed(before) : askForToken(before, refreshToken)
    )

  const refreshFailed = (before: CurrentSession, error: unknown): Effect.Effect<never, CallError> =>
    Effect.gen(function*() {
      const callError = error instanceof KnownError
        ? new CallError({ endpoint: OAuth.refresh.spec.name, reason: error as CallReason })
        : error as CallError
      if (callError.reason instanceof RefreshTokenError) yield* endOf(before)
      else failure = { key: before.key, error: callError, at: yield* Clock.currentTimeMillis }
      return yield* callError
    })

  /**
   * Runs in the session's scope: it goes on when the caller who started it leaves. It is everybody's, so it goes by the
   * layer's settings and not by those of this caller.
   */
  const sharedRefresh = singleFlight(
    scope,
    (_key: string, { before, refreshToken }: RefreshInput) =>
      Effect.updateContext(
        askLocked(before, refreshToken),
        (callers: Context.Context<never>) => Context.merge(callers, settings)
      )
  )

  /** A clock that was set back meanwhile ends the cool-down rather than stretching it. */
  const coolsDown = (held: CurrentSession, now: number): CallError | undefined =>
    failure?.key === held.key && now >= failure.at && now - failure.at < coolDownMillis ? failure.error : undefined

  // --- the end ---

  let revocation: Deferred.Deferred<void> | undefined

  /** Runs it as somebody who is signed in with these tokens, in memory of its own. */
  const as = <A, E, R>(tokens: StoredTokens, self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(
      inMemory(tokens),
      (own) =>
        Effect.updateContext(make, (callers: Context.Context<Scope.Scope>) =>
          Context.merge(settings, callers).pipe(
            Context.add(Project, project),
            Context.add(Transport, transport),
            Context.add(TokenStore, own),
            Context.add(Inspector, undefined)
          ))
    ).pipe(
      Effect.flatMap((was) => Effect.provideService(self, SessionOfCall, was)),
      Effect.scoped
    )

  // --- what callers see ---

  const tokensFor = (demand: number): Effect.Effect<Option.Option<UsableTokens>, CallError> =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const held = session.current()
      if (held === null) return Effect.succeedNone
      const { refreshToken } = held.tokens
      const remaining = remainingOf(held, now)
      if (remaining >= demand && remaining > 0) return Effect.succeed(usable(held))
      if (refreshToken === undefined) {
        return remaining > 0 || isDoubtful(held, now)
          ? Effect.succeed(usable(held))
          : Effect.as(endOf(held), Option.none())
      }
      const error = coolsDown(held, now)
      if (error !== undefined) return remaining > 0 ? Effect.succeed(usable(held)) : Effect.fail(error)
      return Effect.matchEffect(sharedRefresh(held.key, { before: held, refreshToken }), {
        onSuccess: (fresh) => withRefresh(held, demand, fresh),
        onFailure: (error) => withoutRefresh(held, demand, error)
      })
    })

  /** However short-lived the token is, another refresh would bring one like it. */
  const withRefresh = (before: CurrentSession, demand: number, fresh: CurrentSession) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const after = session.current()
      return after === fresh || (after?.key === before.key && remainingOf(after, now) > 0)
        ? Effect.succeed(usable(after))
        : tokensFor(demand)
    })

  /** The refresh failed. Meanwhile the session may be over, or another one, or have got a token from elsewhere. */
  const withoutRefresh = (before: CurrentSession, demand: number, error: CallError) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const after = session.current()
      if (after === null && !(error.reason instanceof RefreshTokenError)) return Effect.succeedNone
      if (after !== null && after.key !== before.key) return tokensFor(demand)
      return after !== null && remainingOf(after, now) > 0 ? Effect.succeed(usable(after)) : Effect.fail(error)
    })

  const tokensIfAny = Effect.flatMap(Clock.currentTimeMillis, (now): Effect.Effect<Option.Option<UsableTokens>> => {
    const held = session.current()
    if (held === null) return Effect.succeedNone
    // what went through `String(undefined)` elsewhere fails other calls, before anything is sent
    const { accessToken, refreshToken } = held.tokens
    if ([accessToken, refreshToken].some((token) => token !== undefined && !isTokenText(Redacted.value(token)))) {
      return Effect.succeedNone
    }
    if (isAccount(held.state)) return Effect.succeed(remainingOf(held, now) > 0 ? usable(held) : Option.none())
    return tokensFor(refreshThresholdMillis).pipe(
      Effect.timeoutOrElse({ duration: optionalRefreshTimeout, orElse: () => Effect.succeedNone }),
      Effect.orElseSucceed(() => Option.none())
    )
  })

  return Session.of({
    state: session.state,
    changes: session.changes,
    subscribe: session.subscribe,
    tokens: (atLeast) => {
      const demand = atLeast === undefined ? refreshThresholdMillis : millisOf(atLeast)
      return demand >= 0 && demand < longestDemandMillis ? tokensFor(demand) : Effect.fail(refuseDemand())
    },
    tokensIfAny,
    keepable: Effect.gen(function*() {
      if (store.keepsNothing === true) return yield* refuseToKeep()
      if (store.outlivesPage !== undefined && !(yield* store.outlivesPage)) return yield* new CookiesBlocked()
    }),
    keep: ({ refreshToken, ...rest }, sentAt) =>
      Effect.gen(function*() {
        if (store.keepsNothing === true) return yield* refuseToKeep()
        const accessToken = "accessToken" in rest ? rest.accessToken : undefined
        if ("accessToken" in rest) yield* refuseOddToken("accessToken", accessToken)
        yield* refuseOddToken("refreshToken", refreshToken)
        const now = yield* Clock.currentTimeMillis
        const fresh = session.received({ accessToken, refreshToken }, sentAt, now)
        yield* session.update(() => fresh)
      }),
    end: Effect.suspend(() => session.update(() => null)),
    endAndRevoke: (revoke) =>
      Effect.suspend(() => {
        const held = session.current()
        if (held === null) return Effect.succeedNone
        const over = revocation = Deferred.makeUnsafe<void>()
        return Effect.andThen(
          endOf(held),
          as(held.clockSkewMeasured ? { ...held.tokens, clockSkewMillis: held.clockSkewMillis } : held.tokens, revoke)
        ).pipe(
          Effect.ensuring(Effect.sync(() => Deferred.doneUnsafe(over, Effect.void))),
          Effect.forkIn(scope, { startImmediately: true }),
          Effect.flatMap(Fiber.join),
          Effect.asSome
        )
      }),
    revocation: Effect.suspend(() => revocation === undefined ? Effect.void : Deferred.await(revocation)),
    rejected: (accessToken) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        let another = false
        const forgotten = session.update((held) => {
          if (held === null) return null
          const { accessToken: current, refreshToken } = held.tokens
          const forget = current !== undefined && Redacted.value(current) === Redacted.value(accessToken)
          another = !forget || refreshToken !== undefined || isDoubtful(held, now)
          return !forget
            ? held
            : refreshToken === undefined
            ? null
            : withoutAccessToken(held)
        })
        return Effect.map(forgotten, () => another)
      }),
    endOf: (tokens) => endOf({ key: keyOf(tokens) }),
    renewNext: Effect.suspend(() =>
      session.update((held) => held?.tokens.refreshToken === undefined ? held : withoutAccessToken(held))
    )
  })
})

const withoutAccessToken = (held: CurrentSession): CurrentSession => ({
  ...held,
  tokens: { ...held.tokens, accessToken: undefined }
})

/**
 * A token that is over by a clock of which nothing is known, in a session that cannot get another one: whether it is over
 * is for the platform to say, and nobody is signed out by a clock.
 */
const isDoubtful = (held: CurrentSession, now: number): boolean =>
  held.tokens.refreshToken === undefined && !held.clockSkewMeasured && remainingOf(held, now) <= 0

/** Whether it is known that the user is not anonymous. */
const isAccount = (state: SessionState): boolean =>
  state._tag === "SignedIn" && Option.exists(state.claims, ({ isAnonymous }) => !isAnonymous)

/** Whether nobody brought a session or an access token in the meantime. Then what was asked for before is the newest. */
const isStill = (before: CurrentSession, held: CurrentSession | null): boolean =>
  held?.key === before.key && (held.tokens.accessToken === undefined || sameTokens(held.tokens, before.tokens))

const remainingOf = ({ clockSkewMillis, life, tokens }: CurrentSession, now: number): number =>
  tokens.accessToken === undefined ? 0 : remainingMillis(life, clockSkewMillis, now)

const usable = ({ tokens: { accessToken, refreshToken } }: CurrentSession): Option.Option<UsableTokens> =>
  accessToken === undefined ? Option.none() : Option.some({ accessToken, refreshToken })

/** Numbers as they are, for `Duration` takes negative ones and `NaN` for zero. */
const millisOf = (input: Duration.Input): number =>
  typeof input === "number"
    ? input
    : Option.match(Duration.fromInput(input), { onNone: () => NaN, onSome: Duration.toMillis })

const refuseDemand = () =>
  new CallError({
    endpoint: "session.tokens",
    reason: new InvalidInput({ issues: [{ path: "atLeast", problem: "Expected 0 to 59,999 milliseconds" }] })
  })

/** Kept in memory, it would be everybody's: a program that says it has no session usually serves many people. */
const refuseToKeep = () =>
  new CallError({
    endpoint: "session.keep",
    reason: new InvalidConfiguration({
      setting: "tokenStore",
      problem: "is null, so there is nowhere to keep a session",
      next:
        "Give the client a token store, for one request `requestStore(request).layer`, or null only where nobody signs in."
    })
  })

const refuseOddToken = (name: string, token: unknown): Effect.Effect<void, CallError> => {
  if (Redacted.isRedacted(token) && isTokenText(secretText(token))) return Effect.void
  const issue = { path: name, problem: "Expected a token as the platform gives it, got none or other text" }
  return Effect.fail(new CallError({ endpoint: "session.keep", reason: new InvalidInput({ issues: [issue] }) }))
}
