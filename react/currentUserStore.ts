/** The signed-in user of one provider: one request for any number of components, a new one when the session changes. */
import * as Effect from "effect/Effect"
import type * as ManagedRuntime from "effect/ManagedRuntime"
import * as Option from "effect/Option"
import { Session, type SessionState } from "../layers/Session.ts"
import type { ClientAccess } from "../schemas/access.ts"
import type { User } from "../schemas/entities/User.ts"
import * as flow from "../src/currentUser.ts"

/** What reading the user needs. */
export type UserServices = ClientAccess | Session

/** For `useSyncExternalStore` and `use`. */
export interface CurrentUserStore {
  readonly subscribe: (listener: () => void) => () => void
  /** The user, anonymous ones included. Settled promises are marked so, for `use` to read without suspending. */
  readonly snapshot: () => Promise<User | null>
  /** Goes to the sign-in page. Resolves when there is another snapshot. */
  readonly redirect: () => Promise<void>
  /** Signs up anonymously. Resolves when there is another snapshot. */
  readonly signUpAnonymously: () => Promise<void>
  /** A call succeeded: the user is read again where that call changes users. */
  readonly written: (endpoint: string) => void
  /** Forgets everything and interrupts what is under way. Can be used again. */
  readonly close: () => void
}

/** Reads with the runtime of the moment, which may be another one after {@link CurrentUserStore.close}. */
export const currentUserStore = (
  runtime: () => ManagedRuntime.ManagedRuntime<UserServices, unknown>
): CurrentUserStore => {
  const listeners = new Set<() => void>()
  let snapshot: Snapshot | undefined
  /** Stops following the session, and what is under way. */
  let lifetime: AbortController | undefined
  let reading: AbortController | undefined
  let session: SessionKey = { person: undefined, id: undefined }
  let leaving: Promise<void> | undefined
  let joining: Promise<void> | undefined
  let changed = once()
  let forgetting: ReturnType<typeof setTimeout> | undefined

  const publish = (next: Snapshot) => {
    snapshot = next
    leaving = joining = undefined
    const before = changed
    changed = once()
    before.resolve()
    for (const listener of listeners) listener()
  }

  const settle = (outcome: Outcome) => {
    if (snapshot?.status === "pending") return fulfil(snapshot, outcome)
    // trouble with a later read leaves what is shown as it is
    if (outcome.status === "fulfilled") publish(settled(outcome.value))
  }

  const read = () => {
    reading?.abort()
    const mine = reading = new AbortController()
    const settleMine = (outcome: Outcome) => {
      if (reading !== mine) return
      reading = undefined
      settle(outcome)
    }
    runtime().runPromise(flow.get({ or: "anonymous-if-exists[deprecated]" }), { signal: mine.signal }).then(
      (value) => settleMine({ status: "fulfilled", value }),
      (reason: unknown) => settleMine({ status: "rejected", reason })
    )
  }

  const signedOut = () => {
    reading?.abort()
    reading = undefined
    if (snapshot?.status === "pending") settle({ status: "fulfilled", value: null })
    else if (snapshot?.value !== null) publish(settled(null))
  }

  const sessionChanged = (state: SessionState) => {
    const before = session
    session = keyOf(state)
    if (state._tag === "SignedOut") return signedOut()
    if (joining !== undefined || (session.person === before.person && session.id === before.id)) return
    if (snapshot?.value != null && snapshot.value.id !== session.person) publish(pending())
    read()
  }

  const start = (): Snapshot => {
    const mine = lifetime = new AbortController()
    const first = snapshot = pending()
    const follow = Effect.map(Session, (current) => {
      const state = current.state()
      session = keyOf(state)
      const stop = current.subscribe(() => sessionChanged(current.state()))
      mine.signal.addEventListener("abort", stop)
      if (state._tag === "SignedOut") signedOut()
    })
    runtime().runFork(follow, { signal: mine.signal })
    // known at once where nobody is signed in and the store answers at once
    if (first.status === "pending") read()
    return first
  }

  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    snapshot: () => {
      if (snapshot?.status === "rejected") forgetLater(snapshot)
      return (snapshot ?? start()).promise
    },
    redirect: () => {
      if (leaving !== undefined) return leaving
      const { promise } = changed
      return leaving = runtime().runPromise(flow.get({ or: "redirect" })).then(() => promise)
    },
    signUpAnonymously: () => {
      if (joining !== undefined) return joining
      const mine = joining = runtime().runPromise(flow.get({ or: "anonymous" })).then((user) => publish(settled(user)))
      mine.catch(() => setTimeout(() => joining === mine && (joining = undefined)))
      return mine
    },
    written: (endpoint) => {
      if (snapshot !== undefined && joining === undefined && changesUser.has(endpoint)) read()
    },
    close: () => {
      clearTimeout(forgetting)
      lifetime?.abort()
      reading?.abort()
      lifetime =
        reading =
        snapshot =
        leaving =
        joining =
          undefined
    }
  }

  /** An error boundary shows the failure; what is rendered after its reset reads anew. */
  function forgetLater(failed: Snapshot) {
    clearTimeout(forgetting)
    forgetting = setTimeout(() => {
      if (snapshot !== failed) return
      lifetime?.abort()
      snapshot = undefined
    }, retentionMillis)
  }
}

/** React may render a failure several times before a boundary shows it. Asked for later than this, it is over. */
export const retentionMillis = 200

/** Calls after which the user is another. */
export const changesUser = new Set([
  "users.updateMe",
  "password.set",
  "contactChannels.create",
  "contactChannels.update",
  "contactChannels.delete",
  "contactChannels.verify",
  "oauthProviders.delete",
  "passkey.register"
])

/** Who the session is for, and which of their sessions it is. */
interface SessionKey {
  readonly person: string | undefined
  readonly id: string | undefined
}

const keyOf = (state: SessionState): SessionKey => {
  const claims = state._tag === "SignedIn" ? Option.getOrUndefined(state.claims) : undefined
  return { person: claims?.sub, id: claims?.refreshTokenId }
}

type Outcome =
  | { readonly status: "fulfilled"; readonly value: User | null }
  | { readonly status: "rejected"; readonly reason: unknown }

interface Snapshot {
  readonly promise: Promise<User | null>
  status: "pending" | "fulfilled" | "rejected"
  value?: User | null
  readonly settle?: (outcome: Outcome) => void
}

const pending = (): Snapshot => {
  let settle: (outcome: Outcome) => void = () => {}
  const promise = new Promise<User | null>((resolve, reject) => {
    settle = (outcome) => outcome.status === "fulfilled" ? resolve(outcome.value) : reject(outcome.reason)
  })
  promise.catch(() => {}) // whoever uses it hears of it; nobody may
  return { promise, status: "pending", settle }
}

const fulfil = (snapshot: Snapshot, outcome: Outcome) => {
  snapshot.status = outcome.status
  if (outcome.status === "fulfilled") snapshot.value = outcome.value
  Object.assign(snapshot.promise, outcome)
  snapshot.settle?.(outcome)
}

const settled = (value: User | null): Snapshot => {
  const outcome = { status: "fulfilled", value } as const
  return { promise: Object.assign(Promise.resolve(value), outcome), ...outcome }
}

const once = () => {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
