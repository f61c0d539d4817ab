/** The session for programs without fibers. */
import * as Option from "effect/Option"
import { Session, type SessionState } from "../../layers/session/index.ts"
import type { AccessTokenClaims } from "../../schemas/entities/AccessTokenClaims.ts"
import type { Restriction } from "../../schemas/entities/RestrictedReason.ts"
import type { Host } from "./Host.ts"

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

/** Current state of the session, and its changes. */
export interface ClientSession {
  /** Returns the current state without a request. Signed out until an asynchronous store has been read. */
  readonly state: () => PlainSessionState
  /** Calls the listener after every change, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void
}

/** Creates the view of a host's session. */
export const sessionOf = (host: Host<Session>): ClientSession => {
  let plain: { readonly of: SessionState; readonly state: PlainSessionState } | undefined
  const state = () => {
    const now = host.now(Session.useSync((session) => session.state()))
    if (now === undefined || now._tag === "SignedOut") return signedOut
    if (plain?.of !== now) plain = { of: now, state: { ...now, claims: Option.getOrUndefined(now.claims) } }
    return plain.state
  }
  return {
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
}

const signedOut: PlainSessionState = { _tag: "SignedOut" }
