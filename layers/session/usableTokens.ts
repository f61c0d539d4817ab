/** The tokens that requests carry: the current tokens if they live long enough, otherwise refreshed tokens. */
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { CallError, type CallReason, InvalidInput, PersonChanged, UserChanged } from "../../schemas/errors/CallError.ts"
import { RefreshTokenError } from "../../schemas/errors/session.ts"
import { millisOf, settingOr, timeLimit, withNow } from "../call/index.ts"
import {
  type CurrentSession,
  isDoubtful,
  keyOf,
  remainingOf,
  type SessionInMemory,
  stateOfToken
} from "./currentSession.ts"
import type { SessionUse } from "./refreshAhead.ts"
import { resolve, SessionPolicy } from "./SessionPolicy.ts"
import { endSession, type SessionParts, type SessionRefresh } from "./sessionRefresh.ts"
import { isTokenText, type StoredTokens } from "./TokenStore.ts"

/** Maximum wait in milliseconds for the refresh of an anonymous session, in requests that also work signed out. */
const optionalRefreshMillis = 5000

/** The tokens that requests carry. */
export interface UsableTokens {
  readonly accessToken: Redacted.Redacted
  readonly refreshToken: Redacted.Redacted | undefined
}

/**
 * Whether tokens belong to the user who was signed in when this function was created. Without an argument, whether that
 * user is still signed in. If the function was created while signed out, accepts the first user to sign in, and no
 * other user after that.
 */
export interface IsWriter {
  (tokens?: StoredTokens): boolean
  /** Session that the user belongs to. Calls with other sessions aren't bound. */
  readonly of: SessionInMemory["current"]
  /**
   * Binds calls to the session that the program itself starts or, with `null`, to no user, because the program signs
   * out. Called before subscribers are notified. A session that is about to end still belongs to the program.
   */
  readonly follow: (next: CurrentSession | null) => void
  /**
   * Whether calls are bound to a user: `false` if no user has signed in since the start, and after the program has
   * signed out.
   */
  readonly isBound: () => boolean
}

/** The user that calls are bound to. With `undefined`, a write is bound to the user of the session in which it begins. */
export const Writer = Context.Reference<IsWriter | undefined>("latchkey/Writer", { defaultValue: () => undefined })

/** Returns the provided writer if it belongs to this session. */
export const writerIn = ({ current }: Pick<SessionInMemory, "current">): Effect.Effect<IsWriter | undefined> =>
  Effect.map(Writer, (writer) => writer?.of === current ? writer : undefined)

/**
 * Remembers the current user, or returns `outer` if it belongs to the same session. An upgraded anonymous user and a
 * refreshed session keep the user id.
 */
export const writerOf = ({ current }: Pick<SessionInMemory, "current">, outer?: IsWriter): IsWriter => {
  if (outer?.of === current) return outer
  let began = current()
  let adoptsFirst = began === null
  /** Key of the session that the program is about to end. */
  let leaving: string | undefined
  const isWriter = (tokens = current()?.tokens): boolean => {
    if (tokens === undefined) return false
    const now = current()
    if (began === null) {
      if (now !== null && now.key === leaving) return keyOf(tokens) === leaving
      if (!adoptsFirst || now === null || keyOf(tokens) !== now.key) return false
      adoptsFirst = false
      began = now
    }
    // claims that were unknown at the beginning may be known by now
    if (now?.key === began.key) began = now
    const { key, state } = began
    return keyOf(tokens) === key || isSameUser(state(), tokens)
  }
  return Object.assign(isWriter, {
    of: current,
    follow: (next: CurrentSession | null) => {
      adoptsFirst = false
      leaving = next === null ? current()?.key : undefined
      began = next
    },
    isBound: () => {
      // a session that appears later isn't the session that the program ended
      if (current() === null) leaving = undefined
      return began !== null
    }
  })
}

/** Whether two access tokens are known to belong to different users. */
export const areOfDifferentUsers = (one: Redacted.Redacted, other: Redacted.Redacted): boolean => {
  const [before, now] = [stateOfToken(one), stateOfToken(other)]
  return before._tag !== "SignedOut" && now._tag !== "SignedOut" && before.claims._tag === "Some"
    && now.claims._tag === "Some" && before.claims.value.sub !== now.claims.value.sub
}

const isSameUser = (began: ReturnType<CurrentSession["state"]>, { accessToken }: StoredTokens): boolean => {
  const now = stateOfToken(accessToken ?? null)
  return began.claims._tag === "Some" && now._tag !== "SignedOut" && now.claims._tag === "Some"
    && began.claims.value.sub === now.claims.value.sub
}

/** Makes the function that returns tokens with at least a remaining lifetime, and refreshes them if necessary. */
const makeTokensFor = ({ session, store }: SessionParts, { coolDown, refreshed }: SessionRefresh) => {
  const tokensFor = (demand: number, isAgain = false): Effect.Effect<Option.Option<UsableTokens>, CallError> =>
    withNow((now) => {
      const held = session.current()
      if (held === null) return Effect.succeedNone
      const { refreshToken } = held.tokens
      const remaining = remainingOf(held, now)
      if (suffices(remaining, demand)) return Effect.succeed(usable(held))
      if (refreshToken === undefined) {
        return remaining > 0 || isDoubtful(held, now)
          ? Effect.succeed(usable(held))
          : Effect.as(endSession(session, held), Option.none())
      }
      const pause = coolDown.lasting(held.key, now)
      if (pause !== undefined) return remaining > 0 ? Effect.succeed(usable(held)) : Effect.fail(pause.failure)
      return Effect.matchEffect(refreshed({ before: held, refreshToken }), {
        onSuccess: (fresh) => withRefresh(held, demand, fresh, isAgain),
        onFailure: (error) => withoutRefresh(held, demand, error)
      })
    })

  /**
   * Returns the new token even if its lifetime is short, because another refresh would return a similar token. If the
   * token expired in transit (the device was suspended), it is refreshed once more.
   */
  const withRefresh = (before: CurrentSession, demand: number, fresh: CurrentSession, isAgain: boolean) =>
    withNow((now) => {
      const after = session.current()
      if (after !== fresh && !(after?.key === before.key && remainingOf(after, now) > 0)) return tokensFor(demand)
      const isOld = after !== before && suffices(wholeLifeOf(after), demand) &&
        !suffices(remainingOf(after, now), demand)
      return isOld && !isAgain ? tokensFor(demand, true) : Effect.succeed(usable(after))
    })

  /**
   * Decides the result after a failed refresh. Meanwhile, the session may have ended, changed, or received a token from
   * another program.
   */
  const withoutRefresh = (before: CurrentSession, demand: number, error: CallError) =>
    withNow((now) => {
      const after = session.current()
      if (after === null && !(error.reason instanceof RefreshTokenError)) return Effect.succeedNone
      // after a switch of users at a vendor, the call must not continue as the other user
      if (after !== null && after.key !== before.key) {
        return store.external === undefined ? tokensFor(demand) : Effect.fail(error)
      }
      return after !== null && remainingOf(after, now) > 0 ? Effect.succeed(usable(after)) : Effect.fail(error)
    })

  return (demand: number) => tokensFor(demand)
}

/** Makes `Session.tokens` and `Session.tokensIfAny`. */
export const makeUsableTokens = (
  parts: SessionParts,
  refresh: SessionRefresh,
  { recordUse }: Pick<SessionUse, "recordUse">
) => {
  const { policy, session, store } = parts
  const writer = writerIn(session)
  const tokensFor = makeTokensFor(parts, refresh)
  /** Removes the id of a vendor's session, which isn't a refresh token. */
  const sendable = (tokens: Option.Option<UsableTokens>): Option.Option<UsableTokens> =>
    store.external === undefined
      ? tokens
      : Option.map(tokens, ({ accessToken }) => ({ accessToken, refreshToken: undefined }))

  /** Fails if the user that the caller is bound to has signed out, or if the tokens belong to a different user. */
  const ofWriter = (tokens: Option.Option<UsableTokens>): Effect.Effect<Option.Option<UsableTokens>, CallError> =>
    Effect.flatMap(writer, (isWriter) => {
      if (isWriter === undefined) return Effect.succeed(tokens)
      if (Option.isNone(tokens)) {
        return isWriter.isBound() ? refused(new PersonChanged({ reason: "SignedOut" })) : Effect.succeed(tokens)
      }
      return isWriter(tokens.value) ? Effect.succeed(tokens) : refused(new UserChanged())
    })

  const tokens = (atLeast?: Duration.Input): Effect.Effect<Option.Option<UsableTokens>, CallError> =>
    Effect.flatMap(settingOr(SessionPolicy, policy), (inForce) => {
      const resolved = resolve(inForce)
      if (Result.isFailure(resolved)) return refused(resolved.failure)
      const { longestDemand, threshold } = resolved.success
      const demand = atLeast === undefined ? threshold : millisOf(atLeast)
      if (!(demand >= 0 && demand < longestDemand)) return refused(tooDemanding(longestDemand))
      return withNow((now) => {
        recordUse(now)
        return Effect.map(Effect.flatMap(tokensFor(demand), ofWriter), sendable)
      })
    })

  const anyTokens = withNow((now): Effect.Effect<Option.Option<UsableTokens>> => {
    recordUse(now)
    const held = session.current()
    if (held === null) return Effect.succeedNone
    // with the string "undefined" as a token, the request would be rejected before it is sent
    const { accessToken, refreshToken } = held.tokens
    if ([accessToken, refreshToken].some((token) => token !== undefined && !isTokenText(Redacted.value(token)))) {
      return Effect.succeedNone
    }
    if (isAccount(held)) return Effect.succeed(remainingOf(held, now) > 0 ? usable(held) : Option.none())
    return Effect.orElseSucceed(
      timeLimit(tokens(), optionalRefreshMillis, () => Effect.succeedNone),
      () => Option.none()
    )
  })

  // a sign-in isn't bound to a user, but never carries the tokens of a user that the caller isn't bound to
  const tokensIfAny = Effect.zipWith(
    writer,
    anyTokens,
    (isWriter, found) => sendable(isWriter === undefined ? found : Option.filter(found, isWriter))
  )

  return { tokens, tokensIfAny }
}

const suffices = (millis: number, demand: number): boolean => millis >= demand && millis > 0

/** Lifetime that the token was issued for, in milliseconds; -∞ if unknown. */
const wholeLifeOf = ({ life: { expiresAt, issuedAt } }: CurrentSession): number =>
  issuedAt === undefined || expiresAt === undefined ? -Infinity : expiresAt - issuedAt

const usable = ({ tokens: { accessToken, refreshToken } }: CurrentSession): Option.Option<UsableTokens> =>
  accessToken === undefined ? Option.none() : Option.some({ accessToken, refreshToken })

/** Whether it is known that the user is not anonymous. */
const isAccount = (held: CurrentSession): boolean =>
  Option.exists(held.state().claims, ({ isAnonymous }) => !isAnonymous)

const refused = (reason: CallReason) => Effect.fail(new CallError({ endpoint: "session.tokens", reason }))

const tooDemanding = (longestDemand: number) =>
  new InvalidInput({
    issues: [{
      path: "atLeast",
      problem: `Expected 0 to ${(longestDemand - 1).toLocaleString("en")} milliseconds`
    }]
  })
