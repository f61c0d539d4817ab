/**
 * The refresh of a session, shared by any number of callers. After a network fault, the next refresh is delayed. If the
 * platform rejects the refresh token, the session ends. docs/protocol.md §8, docs/laws.md D1–D6.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as OAuth from "../../schemas/endpoints/oauth.ts"
import { CallError, type CallReason } from "../../schemas/errors/CallError.ts"
import { RefreshTokenError } from "../../schemas/errors/session.ts"
import { KnownError } from "../../schemas/KnownError.ts"
import type { Visibility } from "../browser/index.ts"
import {
  millisOf,
  partitionOf,
  type Project,
  refreshes,
  refreshesFromRequests,
  singleFlight,
  type Transport,
  withoutSettings
} from "../call/index.ts"
import { CallObserver } from "../observe/index.ts"
import { type CoolDown, makeCoolDown } from "./coolDown.ts"
import { type CurrentSession, remainingOf, type SessionInMemory } from "./currentSession.ts"
import { refreshGrant } from "./refreshGrant.ts"
import { type Policy, SessionPolicy } from "./SessionPolicy.ts"
import { sameTokens, type TokenStore } from "./TokenStore.ts"

export interface SessionParts {
  readonly project: Project["Service"]
  readonly transport: Transport["Service"]
  readonly store: TokenStore["Service"]
  readonly session: SessionInMemory
  readonly scope: Scope.Scope
  readonly policy: Policy
}

/** Input of a refresh: the session when the refresh was requested, and its refresh token. */
interface RefreshInput {
  readonly before: CurrentSession
  readonly refreshToken: Redacted.Redacted
}

/** The refresh of a session. */
export interface SessionRefresh {
  /**
   * Returns the session with new tokens, or the current session if it changed in the meantime. Runs in the session's
   * scope, so it continues when the caller that started it is interrupted. See {@link makeSessionRefresh} for its
   * settings.
   */
  readonly refreshed: (input: RefreshInput) => Effect.Effect<CurrentSession, CallError>
  /** Pause after a failed refresh. The subject is the key of the session. */
  readonly coolDown: CoolDown<string, CallError>
}

/** Ends the session if it is still the current one. */
export const endSession = (session: SessionInMemory, { key }: Pick<CurrentSession, "key">): Effect.Effect<void> =>
  session.update((held) => held?.key === key ? null : held)

/**
 * Makes the refresh of a session. All waiting callers share it, so it uses the settings that the session was built
 * with. Only the session policy and the observer come from the caller that starts the refresh.
 */
export const makeSessionRefresh = Effect.fnUntraced(function*(
  parts: SessionParts,
  settings: Context.Context<never>,
  { onReturn }: Visibility
): Effect.fn.Return<SessionRefresh, never, Scope.Scope> {
  const coolDown = makeCoolDown<string, CallError>()
  // going online ends the cool-down
  const stop = onReturn((why) => {
    if (why === "online") coolDown.reset()
  })
  yield* Scope.addFinalizer(parts.scope, Effect.sync(stop))
  const locked = underLock(parts, refreshOnPlatform(parts, coolDown))
  const refresh: Refresh = (input) =>
    Effect.tap(locked(input), (after) =>
      Effect.sync(() => {
        // new tokens, wherever they come from, show that the platform can be reached
        if (after !== input.before) coolDown.reset()
      }))
  const shared = singleFlight(
    parts.scope,
    (_key: string, input: RefreshInput) =>
      Effect.updateContext(
        refresh(input),
        (callers: Context.Context<never>) =>
          Context.mergeAll(
            withoutSettings(callers),
            Context.make(SessionPolicy, parts.policy),
            settings,
            ofStarter(callers)
          )
      )
  )
  return { coolDown, refreshed: (input) => shared(input.before.key, input) }
})

const ofStarter = (caller: Context.Context<never>): Context.Context<never> =>
  Context.pick(SessionPolicy, CallObserver)(caller)

type Refresh = (input: RefreshInput) => Effect.Effect<CurrentSession, CallError>

/** Refreshes on the platform. A failure ends the session, or delays the next refresh. */
const refreshOnPlatform = (
  { project, scope, session, store, transport }: SessionParts,
  coolDown: CoolDown<string, CallError>
): Refresh => {
  /** Stores the result of a refresh that ends after another account became active. */
  const toAccount = (before: CurrentSession, after: CurrentSession | null): Effect.Effect<void> =>
    store.accounts === undefined || session.current()?.key === before.key
      ? Effect.void
      : store.accounts.refreshed(before.tokens, after?.tokens ?? null)
  const failed = (before: CurrentSession, error: unknown): Effect.Effect<never, CallError> =>
    Effect.gen(function*() {
      // the vendor's session may have changed or ended without a notification yet
      if (store.external !== undefined) yield* session.look
      const callError = error instanceof KnownError
        ? new CallError({ endpoint: OAuth.refresh.spec.name, reason: error as CallReason })
        : error as CallError
      if (callError.reason instanceof RefreshTokenError) {
        yield* endSession(session, before)
        yield* toAccount(before, null)
      } else if (store.external?.isPassing(callError) !== true) {
        yield* coolDown.failed(before.key, callError, callError, (yield* SessionPolicy).coolDown)
      }
      return yield* callError
    })
  return ({ before, refreshToken }) =>
    Effect.gen(function*() {
      const partition = store.fromRequest === true ? refreshesFromRequests : refreshes
      let sentAt = 0
      const eachAttempt = Effect.map(Clock.currentTimeMillis, (now) => sentAt = now)
      const grant = store.external?.exchange ?? refreshGrant
      const accessToken = yield* grant(project, partitionOf(transport, partition), scope, eachAttempt)(refreshToken)
      const fresh = session.received({ refreshToken, accessToken }, sentAt, yield* Clock.currentTimeMillis)
      yield* session.update((held) => isNewer(fresh, before, held) ? fresh : held)
      yield* toAccount(before, fresh)
      return fresh
    }).pipe(Effect.catch((error) => failed(before, error)))
}

/**
 * Runs the refreshes of programs that share a store one at a time. If another program has just stored a new token, uses
 * that token.
 */
const underLock = ({ session, store }: SessionParts, refresh: Refresh): Refresh => {
  const { withRefreshLock } = store
  if (withRefreshLock === undefined) return refresh
  const unlessDone: Refresh = ({ before, refreshToken }) =>
    Effect.gen(function*() {
      yield* session.look
      const held = session.current()
      // if the session has changed or ended, the caller checks it again
      if (held === null || held.key !== before.key) return before
      const now = yield* Clock.currentTimeMillis
      const threshold = millisOf((yield* SessionPolicy).threshold)
      return !sameTokens(held.tokens, before.tokens) && remainingOf(held, now) >= threshold
        ? held
        : yield* refresh({ before: held, refreshToken })
    })
  /**
   * Refreshes without the lock, because it isn't available. Another program may be refreshing, so a valid token stays
   * in use.
   */
  const withoutLock: Refresh = (input) =>
    Effect.flatMap(
      Clock.currentTimeMillis,
      (now) => remainingOf(input.before, now) > 0 ? Effect.succeed(input.before) : refresh(input)
    )
  return (input) => Effect.catchTag(withRefreshLock(unlessDone(input)), "TokenStoreFailed", () => withoutLock(input))
}

/**
 * Whether the refreshed access token should replace the session's token. It shouldn't if the session has ended or
 * changed in the meantime, or already has a newer token: a store that was unavailable for a while may return an older
 * one.
 */
const isNewer = (fresh: CurrentSession, before: CurrentSession, held: CurrentSession | null): boolean =>
  held?.key === before.key
  && (held.tokens.accessToken === undefined || sameTokens(held.tokens, before.tokens)
    || issuedAtOf(held) < issuedAtOf(fresh))

/** Time of issue by the platform's clock; -∞ if unknown. */
const issuedAtOf = ({ life }: CurrentSession): number => life.issuedAt ?? -Infinity
