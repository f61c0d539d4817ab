/** The state of a session ledger, and the functions that add its entries. */
import * as Option from "effect/Option"
import type * as Tracer from "effect/Tracer"
import type { CurrentSession } from "../../session/index.ts"
import type { LedgerEntry } from "./entry.ts"

/** An entry without its number. Optional fields may be `undefined`. */
type Unnumbered<Entry> = Entry extends LedgerEntry ? {
    [Name in keyof Omit<Entry, "id">]: Pick<Entry, Name> extends Required<Pick<Entry, Name>> ? Entry[Name]
      : Entry[Name] | undefined
  }
  : never

export interface Parts {
  readonly now: () => number
  /** Adds an entry, and returns its number. */
  readonly add: (entry: object) => number
  /** Time of the last message from another tab. */
  readonly lastMessageAt: () => number
  /** Calls back once a message about a change at this time would have arrived. */
  readonly waitForMessage: (at: number, then: () => void) => void
}

/** A change that this program makes. */
export interface Action {
  /** Whether the change begins a session. If the store refuses the session, the change is undone. */
  readonly keeps: boolean
  readonly flow: string | undefined
  /** Entry of the response that caused the change. */
  readonly because?: number | undefined
}

/** A response that the platform sent to a call. */
export interface Response {
  readonly endpoint: string
  readonly code: string | undefined
  readonly status: number | undefined
}

interface Refresh {
  readonly endedAt: number
  readonly facts: { readonly flow: string | undefined; readonly attempts: number; readonly tookMillis: number }
}

/** Adds entries in the order of the changes, even if an earlier entry must wait until its origin is known. */
export interface Order {
  (then: () => void): void
  /** Holds later entries back until `start` calls back or {@link Order.settle} is called, then calls `decide` once. */
  readonly wait: (decide: () => void, start: (then: () => void) => void) => void
  /** Ends all waits now. */
  readonly settle: () => void
}

const makeOrder = (): Order => {
  let delayed: Array<() => void> | undefined
  let release: (() => void) | undefined
  const inOrder = (then: () => void): void => delayed ? void delayed.push(then) : then()
  return Object.assign(
    inOrder,
    {
      wait: (decide, start) => {
        const queue: Array<() => void> = delayed = []
        const end = release = () => {
          if (release !== end) return
          delayed = release = undefined
          decide()
          for (const then of queue) inOrder(then)
        }
        start(end)
      },
      settle: () => {
        for (let end = release; end !== undefined; end = release) end()
      }
    } satisfies Pick<Order, "wait" | "settle">
  )
}

/** The state of a session ledger. */
export interface Notes extends Parts {
  readonly inOrder: Order
  held: CurrentSession | null
  /** The change that the program is making. */
  doing: Action | undefined
  /** Number of callers that wait for tokens. */
  waiting: number
  /** The last successful refresh, until the session changes. */
  refresh: Refresh | undefined
  /** Number of the entry about a rejected refresh token, until the session changes. */
  refreshRejected: number | undefined
  /** Number of the entry about a rejected access token, until the session changes. */
  tokenRejected: number | undefined
  lastFailure: Response | undefined
  /** Ends the waits of earlier entries for their origins, then adds an entry. Returns its number. */
  readonly record: (entry: Unnumbered<LedgerEntry>) => number
  /** Returns the fields that all entries have. */
  readonly about: (session: CurrentSession | null) => {
    readonly at: number
    readonly sessionId: string | undefined
    readonly userId: string | undefined
  }
}

/** Maximum time in milliseconds between an event, such as a tab's message, and the change that it reports. */
export const recent = 1000

export const makeNotes = (parts: Parts): Notes => {
  const inOrder = makeOrder()
  return {
    ...parts,
    inOrder,
    held: null,
    doing: undefined,
    waiting: 0,
    refresh: undefined,
    refreshRejected: undefined,
    tokenRejected: undefined,
    lastFailure: undefined,
    record: (entry) => {
      inOrder.settle()
      return parts.add(withoutUndefined(entry))
    },
    about: (session) => {
      const claims = session?.state().claims.pipe(Option.getOrUndefined)
      return { at: parts.now(), sessionId: claims?.refreshTokenId, userId: claims?.sub }
    }
  }
}

const withoutUndefined = (entry: object): object =>
  Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined))

/** Returns the name of the outermost span; `undefined` without a span, or if it has the name `except`. */
export const flowOf = (span: Tracer.AnySpan | undefined, except?: string): string | undefined => {
  let name: string | undefined
  for (let each = span; each?._tag === "Span"; each = Option.getOrUndefined(each.parent)) name = each.name
  return name === except ? undefined : name
}
