/**
 * The session of whoever uses the program: tokens that are valid for long enough, one refresh at a time for any number
 * of callers, and an end that is final. docs/protocol.md §8, docs/laws.md D, F.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import type * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import type * as Stream from "effect/Stream"
import { CallError, InvalidConfiguration, InvalidInput } from "../../schemas/errors/CallError.ts"
import { secretText } from "../../schemas/secrets.ts"
import { CookiesBlocked, Visibility } from "../browser/index.ts"
import { Project, providedSettings, Transport } from "../call/index.ts"
import { clockSkewOf } from "./clockSkew.ts"
import {
  type CurrentSession,
  followStore,
  isDoubtful,
  keyOf,
  type SessionInMemory,
  type SessionState
} from "./currentSession.ts"
import { Inspector } from "./Inspector.ts"
import { makeSessionUse, refreshAhead } from "./refreshAhead.ts"
import { SessionPolicy } from "./SessionPolicy.ts"
import { endSession, makeSessionRefresh, type SessionParts } from "./sessionRefresh.ts"
import { inMemory, isTokenText, type StoredTokens, TokenStore } from "./TokenStore.ts"
import { type IsWriter, makeUsableTokens, type UsableTokens, Writer, writerOf } from "./usableTokens.ts"

export type { SessionState } from "./currentSession.ts"
export type { UsableTokens } from "./usableTokens.ts"

/** The tokens of a new session. */
export interface NewTokens {
  readonly accessToken: Redacted.Redacted
  readonly refreshToken: Redacted.Redacted
}

/** The session. There is one per layer: build the layer per request on a server. */
export class Session extends Context.Service<Session, {
  /** The state at this moment. */
  readonly state: () => SessionState
  /** Remembers the user who is signed in now, to tell later whether that user still is. See {@link Writer}. */
  readonly writer: () => IsWriter
  /** The state now and after every change. */
  readonly changes: Stream.Stream<SessionState>
  /** Calls back at every change, until the returned function is called. For host code without fibers. */
  readonly subscribe: (listener: () => void) => () => void
  /**
   * Tokens with at least the demanded life left, refreshed when need be: by default 20 s, and always less than 60 s, unless
   * its `SessionPolicy` says otherwise. A token that arrives with less life than demanded is handed out all the same. `None`: signed out.
   *
   * Fails with the reason `RefreshTokenNotFoundOrExpired` when the platform ends the session now; with the reason of
   * the lost call, and the session intact, when the platform cannot be reached; with the reason `UserChanged` when the
   * caller is bound to another user.
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
   * the platform was asked for the tokens, in milliseconds by `Clock`; tells whether this machine's clock is right. A caller
   * that is bound to a user is bound to the new one from then on.
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
  /**
   * Keeps the access token fresh in the background for as long as it runs: for a socket, a stream, a long job. At each step
   * of the schedule a token that would not last until the next one, with the policy's `threshold` to spare, is refreshed.
   * Whoever asks for tokens meanwhile joins that refresh.
   *
   * Only while somebody uses the session: watches it, or asked for tokens within the policy's `idleAfter`; in a page only
   * while it is visible, and at once when people come back. What fails is left to whoever asks for tokens, and tried again
   * when the policy's `coolDown` says so. Ends with the schedule.
   */
  readonly refreshAhead: <R = never>(
    schedule: Schedule.Schedule<unknown, SessionState, never, R>
  ) => Effect.Effect<void, never, R>
}>()("latchkey/Session") {
  /** The usual session, kept in the `TokenStore`. */
  static readonly layer: Layer.Layer<Session, never, Project | Transport | TokenStore> = Layer.effect(
    Session,
    Effect.suspend(() => makeSession)
  )

  /**
   * Keeps the access token of the session in reach fresh in the background, for as long as the layer is there: see
   * {@link Session.Service.refreshAhead}.
   *
   * ```ts
   * const layer = Session.layerRefreshAhead(Schedule.spaced("1 minute")).pipe(Layer.provideMerge(Client.layer(project)))
   * ```
   */
  static readonly layerRefreshAhead = <R = never>(
    schedule: Schedule.Schedule<unknown, SessionState, never, R>
  ): Layer.Layer<never, never, Session | R> =>
    Layer.effectDiscard(
      Effect.flatMap(
        Session,
        (session) => Effect.forkScoped(session.refreshAhead(schedule), { startImmediately: true })
      )
    )
}

/** Whose tokens calls carry in place of the layer's session: one that is over here and not yet on the platform. */
export const SessionOfCall = Context.Reference<Session["Service"] | undefined>("latchkey/SessionOfCall", {
  defaultValue: () => undefined
})

/** What `Session.layer` gives, without the layer. */
export const makeSession: Effect.Effect<
  Session["Service"],
  never,
  Project | Transport | TokenStore | Scope.Scope
> = Effect.gen(function*() {
  const project = yield* Project
  const transport = yield* Transport
  const scope = yield* Effect.scope
  const store = yield* TokenStore
  const policy = yield* SessionPolicy
  const session = yield* followStore(store, clockSkewOf(yield* Clock.Clock, transport, project.apiUrl))
  ;(yield* Inspector)?.({
    session: session.current,
    storage: store.kind ?? "a store of the program's own",
    sessionPolicy: policy
  })
  const settings = yield* providedSettings
  const parts: SessionParts = { project, transport, store, session, scope, policy }

  const visibility = yield* Visibility
  const refresh = yield* makeSessionRefresh(parts, settings, visibility)
  const use = makeSessionUse(session)

  return Session.of({
    state: session.state,
    writer: () => writerOf(session),
    changes: session.changes,
    subscribe: session.subscribe,
    refreshAhead: (schedule) => refreshAhead(parts, refresh, use, visibility, schedule),
    ...makeUsableTokens(parts, refresh, use),
    ...makeKeeping(parts),
    ...makeEnd(parts, settings),
    rejected: (accessToken) => forgetRejected(session, accessToken),
    renewNext: Effect.suspend(() =>
      session.update((held) => held?.tokens.refreshToken === undefined ? held : withoutAccessToken(held))
    )
  })
})

/** The beginning of a session. */
const makeKeeping = (
  { session, store }: SessionParts
): Pick<Session["Service"], "keep" | "keepable"> => ({
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
      const before = session.current()
      const fresh = session.received({ accessToken, refreshToken }, sentAt, now)
      yield* session.update(() => fresh)
      const reason = store.refusal?.()
      if (reason === undefined) return (yield* Writer)?.follow()
      yield* session.update(() => before)
      return yield* new CallError({ endpoint: "session.keep", reason })
    })
})

/** The end of a session. What is revoked goes by `settings` where its caller says nothing else. */
const makeEnd = (
  { policy, project, scope, session, transport }: SessionParts,
  settings: Context.Context<never>
): Pick<Session["Service"], "end" | "endAndRevoke" | "endOf" | "revocation"> => {
  let revocation: Deferred.Deferred<void> | undefined

  /** Runs it as somebody who is signed in with these tokens, in memory of its own. */
  const as = <A, E, R>(tokens: StoredTokens, self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(
      inMemory(tokens),
      (own) =>
        Effect.updateContext(makeSession, (callers: Context.Context<Scope.Scope>) =>
          Context.merge(Context.add(settings, SessionPolicy, policy), callers).pipe(
            Context.add(Project, project),
            Context.add(Transport, transport),
            Context.add(TokenStore, own),
            Context.add(Inspector, undefined)
          ))
    ).pipe(
      Effect.flatMap((was) =>
        // what is revoked is this session, whichever user the caller is bound to
        Effect.provideService(Effect.provideService(self, SessionOfCall, was), Writer, undefined)
      ),
      Effect.scoped
    )

  return {
    end: Effect.suspend(() => session.update(() => null)),
    endOf: (tokens) => endSession(session, { key: keyOf(tokens) }),
    endAndRevoke: (revoke) =>
      Effect.suspend(() => {
        const held = session.current()
        if (held === null) return Effect.succeedNone
        const over = revocation = Deferred.makeUnsafe<void>()
        return Effect.andThen(
          endSession(session, held),
          as(held.clockSkewMeasured ? { ...held.tokens, clockSkewMillis: held.clockSkewMillis } : held.tokens, revoke)
        ).pipe(
          Effect.ensuring(Effect.sync(() => Deferred.doneUnsafe(over, Effect.void))),
          Effect.forkIn(scope, { startImmediately: true }),
          Effect.flatMap(Fiber.join),
          Effect.asSome
        )
      }),
    revocation: Effect.suspend(() => revocation === undefined ? Effect.void : Deferred.await(revocation))
  }
}

/** See `Session.rejected`. */
const forgetRejected = (session: SessionInMemory, accessToken: Redacted.Redacted): Effect.Effect<boolean> =>
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
  })

const withoutAccessToken = (held: CurrentSession): CurrentSession => ({
  ...held,
  tokens: { ...held.tokens, accessToken: undefined }
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
