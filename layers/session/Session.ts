/**
 * The session of the program's user: provides valid tokens, shares one refresh among all callers, and is never restored
 * after it has ended. docs/protocol.md §8, docs/laws.md D, F.
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
import { Project, providedSettings, Transport, withNow } from "../call/index.ts"
import { watchPoint } from "../observe/index.ts"
import { clockSkewOf } from "./clockSkew.ts"
import {
  type CurrentSession,
  followStore,
  isDoubtful,
  keyOf,
  type SessionInMemory,
  type SessionState
} from "./currentSession.ts"
import { makeSessionUse, refreshAhead } from "./refreshAhead.ts"
import { type Policy, SessionPolicy } from "./SessionPolicy.ts"
import { endSession, makeSessionRefresh, type SessionParts } from "./sessionRefresh.ts"
import {
  type ExternalGrant,
  inMemory,
  isTokenText,
  type StoredAccounts,
  type StoredTokens,
  TokenStore
} from "./TokenStore.ts"
import { type IsWriter, makeUsableTokens, type UsableTokens, Writer, writerIn, writerOf } from "./usableTokens.ts"

export type { SessionState } from "./currentSession.ts"
export type { UsableTokens } from "./usableTokens.ts"

/** The tokens of a new session. */
export interface NewTokens {
  readonly accessToken: Redacted.Redacted
  readonly refreshToken: Redacted.Redacted
}

/** The session. There is one per layer: on a server, build the layer for each request. */
export class Session extends Context.Service<Session, {
  /** Returns the current state. */
  readonly state: () => SessionState
  /**
   * Remembers the signed-in user, to check later whether the same user is still signed in. Returns `outer` if it belongs
   * to this session. See {@link Writer}.
   */
  readonly writer: (outer?: IsWriter) => IsWriter
  /** Emits the current state, and every later state. */
  readonly changes: Stream.Stream<SessionState>
  /** Calls back at every change, until the returned function is called. For host code without fibers. */
  readonly subscribe: (listener: () => void) => () => void
  /**
   * Returns tokens with at least this remaining lifetime, refreshed if necessary. The default is 20 s, and the value
   * must be less than 60 s, unless the `SessionPolicy` has other limits. A new token is returned even if its lifetime
   * is shorter. `None` if signed out.
   *
   * If the platform has ended the session, fails with the reason `RefreshTokenNotFoundOrExpired`. If the platform can't
   * be reached, fails with the reason of the lost call, and the session stays intact. If the caller is bound to another
   * user, fails with the reason `UserChanged`. If the caller is bound to a user who has signed out, fails with the reason
   * `PersonChanged`.
   */
  readonly tokens: (atLeast?: Duration.Input) => Effect.Effect<Option.Option<UsableTokens>, CallError>
  /**
   * Returns the currently valid tokens, for a request that doesn't need a session, such as a sign-in. Usually doesn't
   * wait for a refresh. If the user is or may be anonymous, waits up to 5 s, because a sign-up turns the anonymous user
   * into the account. `None` if signed out, or if the session can't be refreshed now.
   */
  readonly tokensIfAny: Effect.Effect<Option.Option<UsableTokens>>
  /** Fails if a new session couldn't be stored. Call this effect before a sign-in request is sent. */
  readonly keepable: Effect.Effect<void, CallError | CookiesBlocked>
  /**
   * Starts a session in place of the current one. Without an access token, the first request fetches one. `sentAt` is
   * the time of the request for the tokens, in milliseconds by `Clock`. It is used to measure the clock skew. If the
   * caller is bound to a user, it is bound to the new user from then on.
   */
  readonly keep: (
    tokens: NewTokens | Pick<NewTokens, "refreshToken">,
    sentAt?: number
  ) => Effect.Effect<void, CallError>
  /** Fails if an identity vendor signs users out. Call this effect before a sign-out. */
  readonly endable: Effect.Effect<void, CallError>
  /**
   * Ends the session in this program. Results of requests in flight are discarded. Doesn't revoke the session on the
   * platform.
   */
  readonly end: Effect.Effect<void>
  /**
   * Ends the session in this program immediately, and then runs `revoke`, whose calls still carry the session's tokens.
   * If these tokens must be refreshed, the refresh follows the caller's settings and doesn't change this program's
   * session. Continues when the caller is interrupted. `None` if no user was signed in, so that `revoke` didn't run.
   *
   * `other`: tokens of another session. The calls of `revoke` then carry these tokens, and this program's session
   * continues.
   */
  readonly endAndRevoke: <A, E, R>(
    revoke: Effect.Effect<A, E, R>,
    other?: StoredTokens
  ) => Effect.Effect<Option.Option<A>, E, R>
  /** Waits for running `endAndRevoke` calls, because leaving a page aborts its requests. */
  readonly revocation: Effect.Effect<void>
  /**
   * Forgets a rejected access token if it is still the current one. Returns whether a repeated request would differ: it
   * would carry another token, or no token because the session can't be refreshed and may have expired.
   */
  readonly rejected: (accessToken: Redacted.Redacted) => Effect.Effect<boolean>
  /**
   * Ends the session in this program if it has these tokens. Called when the platform reports that the user no longer
   * exists.
   */
  readonly endOf: (tokens: UsableTokens) => Effect.Effect<void>
  /**
   * Runs an effect that ends the session by changing the token store, and that waits until the session has ended.
   * Watchers then know which function ended the session.
   */
  readonly endInStore: <A, E, R>(self: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Forgets the access token if it can be refreshed, so that the next caller refreshes it. */
  readonly renewNext: Effect.Effect<void>
  /**
   * Keeps the access token fresh in the background while the effect runs, for sockets, streams and long jobs. At each
   * step of the schedule, it refreshes a token that would expire before the next step, plus the policy's `threshold`.
   * Callers that need tokens in the meantime join that refresh.
   *
   * Runs only while the session is in use: it has subscribers, or a caller needed tokens within the policy's
   * `idleAfter`. In a page, it runs only while the page is visible, and immediately when it becomes visible again.
   * Failures are retried according to the policy's `coolDown`, and reported to callers that need tokens. Ends with the
   * schedule.
   */
  readonly refreshAhead: <R = never>(
    schedule: Schedule.Schedule<unknown, SessionState, never, R>
  ) => Effect.Effect<void, never, R>
  /** The accounts of the token store, if it keeps several sessions. */
  readonly accounts?: StoredAccounts | undefined
}>()("latchkey/Session") {}

/** Facts about a session that is being built, for its watchers. */
export interface SessionFacts {
  /** The current session with its tokens: for fingerprints and expiry times, never for display. */
  readonly session: () => CurrentSession | null
  /** Name of the token store. */
  readonly storage: string
  readonly sessionPolicy: Policy
}

/** Watchers of the session. Unlike subscribers, they don't count as use of the session. */
export const ObserveSession = watchPoint<Session["Service"], SessionFacts>("Session")

/** The usual session, stored in the `TokenStore`. */
export const layer = (): Layer.Layer<Session, never, Project | Transport | TokenStore> => Layer.effect(Session, make)

/**
 * Keeps the access token of the current session fresh in the background while the layer is in use: see
 * {@link Session.Service.refreshAhead}.
 *
 * ```ts
 * const layer = Session.layerRefreshAhead(Schedule.spaced("1 minute")).pipe(Layer.provideMerge(Client.layer(project)))
 * ```
 */
export const layerRefreshAhead = <R = never>(
  schedule: Schedule.Schedule<unknown, SessionState, never, R>
): Layer.Layer<never, never, Session | R> =>
  Layer.effectDiscard(
    Effect.flatMap(
      Session,
      (session) => Effect.forkScoped(session.refreshAhead(schedule), { startImmediately: true })
    )
  )

/**
 * A session that has ended in this program, but isn't revoked on the platform yet. Calls that revoke it use it in place
 * of the layer's session.
 */
export const SessionOfCall = Context.Reference<Session["Service"] | undefined>("latchkey/SessionOfCall", {
  defaultValue: () => undefined
})

/** The service of {@link layer}, without the layer. */
export const make: Effect.Effect<
  Session["Service"],
  never,
  Project | Transport | TokenStore | Scope.Scope
> = Effect.gen(function*() {
  const project = yield* Project
  const transport = yield* Transport
  const scope = yield* Effect.scope
  const store = yield* TokenStore
  const policy = yield* SessionPolicy
  const storage = store.kind ?? "a custom store"
  let current: SessionFacts["session"] = () => null
  const watching = (yield* ObserveSession)?.({ session: () => current(), storage, sessionPolicy: policy })
  const skew = clockSkewOf(yield* Clock.Clock, transport, project.apiUrl)
  const session = yield* followStore(store, skew, watching?.changed)
  current = session.current
  const settings = yield* providedSettings
  const parts: SessionParts = { project, transport, store, session, scope, policy }

  const visibility = yield* Visibility
  const refresh = yield* makeSessionRefresh(parts, settings, visibility)
  const use = makeSessionUse(session)

  const service = Session.of({
    state: session.state,
    writer: (outer) => writerOf(session, outer),
    changes: session.changes,
    subscribe: session.subscribe,
    accounts: store.accounts,
    endInStore: (self) => self,
    refreshAhead: (schedule) => refreshAhead(parts, refresh, use, visibility, schedule),
    ...makeUsableTokens(parts, refresh, use),
    ...makeKeeping(parts),
    ...makeEnd(parts, settings),
    rejected: (accessToken) => forgetRejected(session, accessToken),
    renewNext: Effect.suspend(() =>
      session.update((held) => held?.tokens.refreshToken === undefined ? held : withoutAccessToken(held))
    )
  })
  return watching === undefined ? service : watching.around(service)
})

/** Starts sessions. */
const makeKeeping = (
  { session, store }: SessionParts
): Pick<Session["Service"], "keep" | "keepable"> => ({
  keepable: Effect.gen(function*() {
    if (store.keepsNothing === true) return yield* refuseToKeep()
    if (store.external !== undefined) return yield* refusedBy(store.external)
    if (store.outlivesPage !== undefined && !(yield* store.outlivesPage)) return yield* new CookiesBlocked()
  }),
  keep: ({ refreshToken, ...rest }, sentAt) =>
    Effect.gen(function*() {
      if (store.keepsNothing === true) return yield* refuseToKeep()
      if (store.external !== undefined) return yield* refusedBy(store.external)
      const accessToken = "accessToken" in rest ? rest.accessToken : undefined
      if ("accessToken" in rest) yield* refuseOddToken("accessToken", accessToken)
      yield* refuseOddToken("refreshToken", refreshToken)
      const now = yield* Clock.currentTimeMillis
      const before = session.current()
      const fresh = session.received({ accessToken, refreshToken }, sentAt, now)
      const writer = yield* writerIn(session)
      const follow = (next: CurrentSession | null) => {
        writer?.follow(next)
        return next
      }
      yield* session.update(() => follow(fresh))
      const reason = store.refusal?.()
      if (reason === undefined) return
      yield* session.update(() => follow(before))
      return yield* new CallError({ endpoint: "session.keep", reason })
    })
})

/** Ends sessions. Revocations use `settings`, unless their caller provides other settings. */
const makeEnd = (
  { policy, project, scope, session, store, transport }: SessionParts,
  settings: Context.Context<never>
): Pick<Session["Service"], "end" | "endable" | "endAndRevoke" | "endOf" | "revocation"> => {
  let revocation: Deferred.Deferred<void> | undefined

  /** Ends the current session, or `ended` if it is the current session. A bound caller is then bound to no user. */
  const endByCaller = (ended?: CurrentSession): Effect.Effect<void> =>
    Effect.flatMap(writerIn(session), (writer) =>
      session.update((held) => {
        if (held === null || (ended !== undefined && held.key !== ended.key)) return held
        writer?.follow(null)
        return null
      }))

  /** Runs an effect with a session of these tokens, in memory. */
  const as = <A, E, R>(tokens: StoredTokens, self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(
      inMemory(tokens),
      (own) =>
        Effect.updateContext(make, (callers: Context.Context<Scope.Scope>) =>
          Context.merge(Context.add(settings, SessionPolicy, policy), callers).pipe(
            Context.add(Project, project),
            Context.add(Transport, transport),
            Context.add(TokenStore, own),
            Context.add(ObserveSession, undefined)
          ))
    ).pipe(
      Effect.flatMap((was) =>
        // the revocation concerns this session, even if the caller is bound to another user
        Effect.provideService(Effect.provideService(self, SessionOfCall, was), Writer, undefined)
      ),
      Effect.scoped
    )

  return {
    end: endByCaller(),
    endable: Effect.suspend(() => store.external === undefined ? Effect.void : refusedBy(store.external)),
    endOf: (tokens) =>
      // a vendor's session continues: its next exchange finds or creates the user
      store.external === undefined
        ? endSession(session, { key: keyOf(tokens) })
        : forgetRejected(session, tokens.accessToken),
    endAndRevoke: (revoke, other) =>
      Effect.suspend(() => {
        const held = session.current()
        if (held === null && other === undefined) return Effect.succeedNone
        const finished = revocation = Deferred.makeUnsafe<void>()
        return Effect.andThen(
          other === undefined ? endByCaller(held!) : Effect.void,
          as(other ?? tokensWithSkew(held!), revoke)
        ).pipe(
          Effect.ensuring(Effect.sync(() => Deferred.doneUnsafe(finished, Effect.void))),
          Effect.forkIn(scope, { startImmediately: true }),
          Effect.flatMap(Fiber.join),
          Effect.asSome
        )
      }),
    revocation: Effect.suspend(() => revocation === undefined ? Effect.void : Deferred.await(revocation))
  }
}

const tokensWithSkew = ({ clockSkewMeasured, clockSkewMillis, tokens }: CurrentSession): StoredTokens =>
  clockSkewMeasured ? { ...tokens, clockSkewMillis } : tokens

const forgetRejected = (session: SessionInMemory, accessToken: Redacted.Redacted): Effect.Effect<boolean> =>
  withNow((now) => {
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

/**
 * Fails instead of keeping a session. A program without a session usually serves many users, who would share a session
 * in memory.
 */
const refuseToKeep = () =>
  new CallError({
    endpoint: "session.keep",
    reason: new InvalidConfiguration({
      setting: "tokenStore",
      problem: "is null, so the session cannot be stored",
      next:
        "Pass a token store to the client, such as `requestStore(request).layer` for one request. Use null only where no user signs in."
    })
  })

/** Fails, because the vendor signs users in and out. */
const refusedBy = ({ refusal }: ExternalGrant) => new CallError({ endpoint: "session.keep", reason: refusal })

const refuseOddToken = (name: string, token: unknown): Effect.Effect<void, CallError> => {
  if (Redacted.isRedacted(token) && isTokenText(secretText(token))) return Effect.void
  const issue = { path: name, problem: "Expected a token issued by the platform" }
  return Effect.fail(new CallError({ endpoint: "session.keep", reason: new InvalidInput({ issues: [issue] }) }))
}
