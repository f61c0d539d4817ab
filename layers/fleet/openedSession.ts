/** The session of one request, as the `TokenStore` of that request's client. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import { Listeners } from "../call/index.ts"
import { sameTokens, type StoredTokens, TokenStore, TokenStoreFailed, valueStream } from "../session/index.ts"
import type { KnownSession } from "./KnownSession.ts"
import type { KnownSessions } from "./knownSessions.ts"
import type { SessionCookie } from "./sessionCookie.ts"

/** The session of one request. */
export interface OpenedSession {
  /** Whether the request's cookie identifies a session. */
  readonly signedIn: boolean
  /** Layer for this request's client: `Client.layerNoProject({ tokenStore: opened.layer })`. */
  readonly layer: Layer.Layer<TokenStore>
  /**
   * Returns the `Set-Cookie` headers of the response: one after signing in or out, otherwise usually none. Call it when
   * you build the response; later sign-ins are refused. Pass the headers to `writeCookies`, which also keeps shared
   * caches from storing the response.
   */
  readonly setCookies: () => ReadonlyArray<string>
}

/** Opens the session found for a request; `undefined` if the request is signed out. */
export const openSession = (
  sessions: KnownSessions,
  cookie: SessionCookie,
  found: KnownSession | undefined
): OpenedSession => {
  const current = makeCurrent(found)
  let setCookie: string | undefined
  let sent = false
  let refusal: InvalidConfiguration | undefined

  const get = Effect.suspend(() => {
    const { known } = current
    // During an outage of the store, the session in memory is used.
    return current.takeFresh() || known === undefined ? Effect.void : Effect.ignore(sessions.look(known))
  }).pipe(Effect.map(current.tokens))

  const compareAndSet = (
    expected: StoredTokens | null,
    next: StoredTokens | null
  ): Effect.Effect<boolean, TokenStoreFailed> =>
    Effect.gen(function*() {
      const before = current.tokens()
      const { known } = current
      refusal = undefined
      if (!sameTokens(before, expected)) return false
      if (sameTokens(before, next)) return true
      if (known !== undefined && before !== null && next !== null && isSameSession(before, next)) {
        return yield* sessions.replace(known, before, next)
      }
      if (next !== null && sent) return yield* tooLate()
      const started = next === null ? undefined : yield* Effect.mapError(sessions.begin(next), ({ problem }) => {
        refusal = notStored(problem)
        return new TokenStoreFailed({ operation: "write", problem, consequence: "The sign-in fails." })
      })
      setCookie = started === undefined ? cookie.removed : cookie.of(started.secret)
      current.become(started)
      if (known !== undefined) yield* sessions.end(known)
      return true
    })

  const withRefreshLock = <A, E>(self: Effect.Effect<A, E>): Effect.Effect<A, E | TokenStoreFailed> =>
    Effect.suspend(() =>
      current.known === undefined ? self : sessions.withRefreshLease(current.known, self, current.setFresh)
    )

  return {
    signedIn: current.tokens() !== null,
    setCookies: () => {
      sent = true
      return setCookie === undefined ? [] : [setCookie]
    },
    layer: Layer.succeed(TokenStore, {
      // The session adds no timeout, because each command of the store has its own, which starts when the command gets
      // a permit.
      endsByItself: true,
      refusal: () => refusal,
      get,
      compareAndSet,
      withRefreshLock,
      changes: current.changes
    })
  }
}

/** The request's current session and its listeners. Signing in or out replaces the session. */
const makeCurrent = (found: KnownSession | undefined) => {
  let known = found
  /** Whether the session in memory was looked up for this request or has just arrived. */
  let fresh = true
  const listeners = new Listeners()
  let unsubscribe = () => {}
  const tokens = (): StoredTokens | null => known?.session?.tokens ?? null
  const changed = () => {
    fresh = true
    listeners.notify()
  }
  /** Subscribes to the current session while this object has listeners. */
  const follow = () => {
    unsubscribe()
    unsubscribe = listeners.size === 0 || known === undefined ? () => {} : known.listeners.subscribe(changed)
  }
  return {
    get known() {
      return known
    },
    tokens,
    setFresh: () => void (fresh = true),
    /**
     * Returns whether memory is fresh enough to skip a lookup. Returns `true` only once: a second read looks for
     * changes by other requests.
     */
    takeFresh: (): boolean => {
      const isFresh = fresh
      fresh = false
      return isFresh
    },
    become: (next: KnownSession | undefined) => {
      known = next
      follow()
      changed()
    },
    changes: valueStream(tokens, (listener) => {
      const leave = listeners.subscribe(listener)
      follow()
      return () => {
        leave()
        follow()
      }
    })
  }
}

const isSameSession = (a: StoredTokens, b: StoredTokens): boolean =>
  a.refreshToken !== undefined && b.refreshToken !== undefined
  && Redacted.value(a.refreshToken) === Redacted.value(b.refreshToken)

const notStored = (problem: string) =>
  new InvalidConfiguration({
    setting: "SharedRecords",
    problem: `did not store the new session: ${problem}`,
    next: "Until the store accepts writes, respond to sign-ins with 503. Stored sessions continue to work."
  })

const tooLate = () =>
  Effect.fail(
    new TokenStoreFailed({
      operation: "write",
      problem: "the response's headers were already sent",
      consequence: "The browser does not receive the session. Sign in before the response begins."
    })
  )
