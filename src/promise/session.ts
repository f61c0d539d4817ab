/** The session for programs without fibers. */
import * as Option from "effect/Option"
import { Session, type SessionState } from "../../layers/session/index.ts"
import type { ClientAccess } from "../../schemas/access.ts"
import type { AccessTokenClaims } from "../../schemas/entities/AccessTokenClaims.ts"
import type { Restriction } from "../../schemas/entities/restriction.ts"
import { callerOf } from "./callSite.ts"
import type { CallOptions, Host } from "./Host.ts"
import { type ForPerson, forPerson, whilePerson } from "./person.ts"

/** State of the session, without tokens. The same object until the state changes. */
export type PlainSessionState =
  | { readonly _tag: "SignedOut" }
  | {
    readonly _tag: "SignedIn"
    /** Claims of the access token. They are unverified: use them for display, not for decisions. */
    readonly claims: AccessTokenClaims | undefined
  }
  | {
    /**
     * The signed-in user is restricted and may not use the app yet. Counts as signed out unless restricted users are
     * requested.
     */
    readonly _tag: "Restricted"
    readonly restrictedReason: Restriction
    readonly claims: AccessTokenClaims | undefined
  }

/** Current state of the session, its changes, and functions that belong to the signed-in person. */
export interface ClientSession {
  /** Returns the current state without a request. Signed out until an asynchronous store has been read. */
  readonly state: () => PlainSessionState
  /** Calls the listener after every change, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void
  /**
   * Runs a function for the person who is signed in now. If that person signs out or another person signs in, in any
   * tab, `signal` is aborted, and the promise and the pending calls of `client` reject with `PersonChanged`. Refreshing
   * the session or upgrading an anonymous user aborts nothing. Make all calls with the `client` that the function
   * receives: it never sends another person's tokens.
   *
   * If no user is signed in, the function belongs to the first person who signs in.
   */
  readonly forPerson: <A>(run: ForPerson<A>, options?: CallOptions) => Promise<A>
  /**
   * Runs a function for each person who signs in, one after the other. When the person changes, `signal` is aborted, and
   * the function is called again for the next person. While no user is signed in, nothing runs. The promise rejects if
   * the function fails or `options.signal` is aborted.
   */
  readonly whilePerson: (run: ForPerson<unknown>, options?: CallOptions) => Promise<never>
}

/** Creates the view of a host's session. */
export const sessionOf = (host: Host<ClientAccess | Session, unknown>): ClientSession => {
  let plain: { readonly of: SessionState; readonly state: PlainSessionState } | undefined
  const state = () => {
    const now = host.now(Session.useSync((session) => session.state()))
    if (now === undefined || now._tag === "SignedOut") return signedOut
    if (plain?.of !== now) plain = { of: now, state: { ...now, claims: Option.getOrUndefined(now.claims) } }
    return plain.state
  }
  const session: ClientSession = {
    forPerson: (run, options) =>
      host.run(forPerson(host, run), {
        name: "session.forPerson",
        options,
        withCaller: callerOf(session.forPerson)
      }),
    whilePerson: (run, options) =>
      host.run(whilePerson(host, run), {
        name: "session.whilePerson",
        options,
        withCaller: callerOf(session.whilePerson)
      }),
    state,
    subscribe: (listener) => {
      const before = state()
      let over = false
      let unsubscribe: (() => void) | undefined
      host.whenBuilt(Session.useSync((session) => {
        if (over) return
        unsubscribe = session.subscribe(listener)
        if (state() !== before) listener()
      }))
      return () => {
        over = true
        unsubscribe?.()
      }
    }
  }
  return session
}

const signedOut: PlainSessionState = { _tag: "SignedOut" }
