/** The session for programs without fibers. */
import * as Option from "effect/Option"
import { Session, type SessionState } from "../../layers/session/index.ts"
import type { AccessTokenClaims } from "../../schemas/entities/AccessTokenClaims.ts"
import type { Restriction } from "../../schemas/entities/RestrictedReason.ts"
import type { Host } from "./Host.ts"

/** What everyone may know of the session. Never a token. The same object until something changes. */
export type PlainSessionState =
  | { readonly _tag: "SignedOut" }
  | {
    readonly _tag: "SignedIn"
    /** What the access token says about the user. Not verified: for display, not for decisions. */
    readonly claims: AccessTokenClaims | undefined
  }
  | {
    /** Somebody is signed in and may not use the app yet: nobody, for whoever does not ask for restricted users. */
    readonly _tag: "Restricted"
    readonly restrictedReason: Restriction
    readonly claims: AccessTokenClaims | undefined
  }

/** Whether somebody is signed in, now and from now on. */
export interface ClientSession {
  /** The state at this moment, without a request. Signed out until a store that takes time to answer has been read. */
  readonly state: () => PlainSessionState
  /** Calls back after every change, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void
}

/** The view of a host's session. */
export const sessionOf = (host: Host<Session>): ClientSession => {
  let plain: { readonly of: SessionState; readonly state: PlainSessionState } | undefined
  const state = () => {
    const now = host.now(Session.useSync((session) => session.state()))
    if (now === undefined) return signedOut
    if (plain?.of !== now) plain = { of: now, state: plainOf(now) }
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

const plainOf = (state: SessionState): PlainSessionState =>
  state._tag === "SignedOut" ? signedOut : { ...state, claims: Option.getOrUndefined(state.claims) }
