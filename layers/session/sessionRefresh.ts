/**
 * The one refresh of a session for any number of callers, and what its failure means: of the network, a pause; of the
 * refresh token, the end of the session. docs/protocol.md §8, docs/laws.md D1–D6.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as OAuth from "../../schemas/endpoints/oauth.ts"
import { CallError, type CallReason } from "../../schemas/errors/CallError.ts"
import { RefreshTokenError } from "../../schemas/errors/session.ts"
import { KnownError } from "../../schemas/KnownError.ts"
import {
  capturedReferences,
  partitionOf,
  type Project,
  refreshes,
  refreshesFromRequests,
  singleFlight,
  type Transport
} from "../call/index.ts"
import { type CurrentSession, remainingOf, type SessionInMemory } from "./currentSession.ts"
import { refreshGrant } from "./refreshGrant.ts"
import { sameTokens, type TokenStore } from "./TokenStore.ts"

/**
 * Fewer milliseconds of life than this, and the access token is refreshed before it is used. docs/protocol.md §26.2.
 */
export const refreshThresholdMillis = 20_000

/** After a refresh failed for the network's sake, the next one waits this long. */
export const coolDownMillis = 5000

/** What sessions are built on. */
export interface SessionParts {
  readonly project: Project["Service"]
  readonly transport: Transport["Service"]
  readonly store: TokenStore["Service"]
  readonly session: SessionInMemory
  readonly scope: Scope.Scope
}

/** A refresh that was asked for: the session as it was then. */
interface RefreshInput {
  readonly before: CurrentSession
  readonly refreshToken: Redacted.Redacted
}

/** The refresh of a session. */
export interface SessionRefresh {
  /**
   * The session with new tokens, or as others left it meanwhile. Runs in the session's scope: it goes on when the caller who
   * started it leaves. It is everybody's, so it goes by the layer's settings and not by those of this caller.
   */
  readonly refreshed: (input: RefreshInput) => Effect.Effect<CurrentSession, CallError>
  /** What the last refresh failed with, while it is too early for another one. */
  readonly coolsDown: (held: CurrentSession, now: number) => CallError | undefined
}

/** Ends the session that is held, when it is still this one. */
export const endSession = (session: SessionInMemory, { key }: Pick<CurrentSession, "key">): Effect.Effect<void> =>
  session.update((held) => held?.key === key ? null : held)

/** Goes by the settings of who builds it. */
export const makeSessionRefresh = (parts: SessionParts): Effect.Effect<SessionRefresh> =>
  Effect.gen(function*() {
    const settings = yield* capturedReferences
    const { coolsDown, failed } = makeCoolDown(parts)
    const refresh = takingTurns(parts, askingPlatform(parts, failed))
    const shared = singleFlight(
      parts.scope,
      (_key: string, input: RefreshInput) =>
        Effect.updateContext(refresh(input), (callers: Context.Context<never>) => Context.merge(callers, settings))
    )
    return { coolsDown, refreshed: (input) => shared(input.before.key, input) }
  })

/** A failure ends the session, or holds up the next refresh for a while. */
const makeCoolDown = ({ session }: SessionParts) => {
  let failure: { readonly key: string; readonly error: CallError; readonly at: number } | undefined
  return {
    failed: (before: CurrentSession, error: unknown): Effect.Effect<never, CallError> =>
      Effect.gen(function*() {
        const callError = error instanceof KnownError
          ? new CallError({ endpoint: OAuth.refresh.spec.name, reason: error as CallReason })
          : error as CallError
        if (callError.reason instanceof RefreshTokenError) yield* endSession(session, before)
        else failure = { key: before.key, error: callError, at: yield* Clock.currentTimeMillis }
        return yield* callError
      }),
    /** A clock that was set back meanwhile ends the cool-down rather than stretching it. */
    coolsDown: (held: CurrentSession, now: number): CallError | undefined =>
      failure?.key === held.key && now >= failure.at && now - failure.at < coolDownMillis ? failure.error : undefined
  }
}

type Refresh = (input: RefreshInput) => Effect.Effect<CurrentSession, CallError>

const askingPlatform = (
  { project, scope, session, store, transport }: SessionParts,
  failed: (before: CurrentSession, error: unknown) => Effect.Effect<never, CallError>
): Refresh => {
  const refreshTransport = partitionOf(transport, store.fromRequest === true ? refreshesFromRequests : refreshes)
  return ({ before, refreshToken }) =>
    Effect.gen(function*() {
      let sentAt = 0
      const eachAttempt = Effect.map(Clock.currentTimeMillis, (now) => sentAt = now)
      const accessToken = yield* refreshGrant(project, refreshTransport, scope, eachAttempt)(refreshToken)
      const fresh = session.received({ refreshToken, accessToken }, sentAt, yield* Clock.currentTimeMillis)
      yield* session.update((held) => isStill(before, held) ? fresh : held)
      return fresh
    }).pipe(Effect.catch((error) => failed(before, error)))
}

/** Those who share the store refresh one at a time, and whoever finds that another one brought a token takes that. */
const takingTurns = ({ session, store }: SessionParts, refresh: Refresh): Refresh => {
  const { withRefreshLock } = store
  if (withRefreshLock === undefined) return refresh
  const inTurn: Refresh = ({ before, refreshToken }) =>
    Effect.gen(function*() {
      yield* session.look
      const held = session.current()
      // whoever waits looks again when the session is another one by now, or over
      if (held === null || held.key !== before.key) return before
      const now = yield* Clock.currentTimeMillis
      return !sameTokens(held.tokens, before.tokens) && remainingOf(held, now) >= refreshThresholdMillis
        ? held
        : yield* refresh({ before: held, refreshToken })
    })
  /** The others cannot be asked. Perhaps one of them refreshes already, so a token that is still good does for now. */
  const withoutLock: Refresh = (input) =>
    Effect.flatMap(
      Clock.currentTimeMillis,
      (now) => remainingOf(input.before, now) > 0 ? Effect.succeed(input.before) : refresh(input)
    )
  return (input) => Effect.catchTag(withRefreshLock(inTurn(input)), "TokenStoreFailed", () => withoutLock(input))
}

/** Whether nobody brought a session or an access token in the meantime. Then what was asked for before is the newest. */
const isStill = (before: CurrentSession, held: CurrentSession | null): boolean =>
  held?.key === before.key && (held.tokens.accessToken === undefined || sameTokens(held.tokens, before.tokens))
