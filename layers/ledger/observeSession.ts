/** Derives the entries of a ledger from a session, its callers, and the calls of its client. */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Tracer from "effect/Tracer"
import * as OAuth from "../../schemas/endpoints/oauth.ts"
import { CallError } from "../../schemas/errors/CallError.ts"
import { RefreshTokenError } from "../../schemas/errors/session.ts"
import type { Observer } from "../call/index.ts"
import { type CurrentSession, remainingMillis, type Session, type SessionObserver } from "../session/index.ts"
import type { LedgerEntry } from "./entry.ts"

/** An entry without its number. Optional fields may be `undefined`. */
type Unnumbered<Entry> = Entry extends LedgerEntry ? {
    [Name in keyof Omit<Entry, "id">]: Pick<Entry, Name> extends Required<Pick<Entry, Name>> ? Entry[Name]
      : Entry[Name] | undefined
  }
  : never

interface Parts {
  readonly now: () => number
  /** Adds an entry, and returns its number. */
  readonly add: (entry: object) => number
  /** Time of the last message of another tab. */
  readonly lastMessageAt: () => number
  /** Calls back once a message about a change at this time would have arrived. */
  readonly waitForMessage: (at: number, then: () => void) => void
}

/** A change that this program makes. */
interface Action {
  readonly kind: "keep" | "end" | "rejected" | "missing"
  readonly flow: string | undefined
  /** Entry of the response that caused the change. */
  readonly because?: number | undefined
}

/** A response that the platform sent to a call. */
interface Response {
  readonly endpoint: string
  readonly code: string | undefined
  readonly status: number | undefined
}

interface Refresh {
  readonly endedAt: number
  readonly facts: { readonly flow: string | undefined; readonly attempts: number; readonly tookMillis: number }
}

/** Maximum time in milliseconds between an event, such as a tab's message, and the change that it is about. */
const recent = 1000

/** Creates the observers of one client's session and calls. */
export const observeSession = ({ add, lastMessageAt, now, waitForMessage }: Parts): {
  readonly observer: Observer
  readonly session: (storage: string) => SessionObserver
} => {
  let isTaken = false
  let current: () => CurrentSession | null = () => null
  let held: CurrentSession | null = null
  let doing: Action | undefined
  let waiting = 0
  let refresh: Refresh | undefined
  let refreshRejected: number | undefined
  let tokenRejected: number | undefined
  let lastFailure: Response | undefined
  /** Entries that wait for the origin of the previous entry. */
  let delayed: Array<() => void> | undefined

  const inOrder = (then: () => void) => delayed ? void delayed.push(then) : then()

  const record = (entry: Unnumbered<LedgerEntry>): number => add(withoutUndefined(entry))

  const about = (session: CurrentSession | null) => {
    const claims = session?.state().claims.pipe(Option.getOrUndefined)
    return { at: now(), sessionId: claims?.refreshTokenId, userId: claims?.sub }
  }

  const ended = (before: CurrentSession, action: Action | undefined) => {
    const entry = { ...about(before), _tag: "Ended" } as const
    const because = action?.because ?? refreshRejected
    if (because !== undefined) return inOrder(() => void record({ ...entry, by: "platform", because }))
    if (action) return inOrder(() => void record({ ...entry, by: "here", flow: action.flow }))
    const { clockSkewMillis, life, tokens } = before
    if (tokens.refreshToken === undefined && remainingMillis(life, clockSkewMillis, now()) <= 0) {
      return inOrder(() => void record({ ...entry, by: "expired" }))
    }
    const hasMessage = () => lastMessageAt() >= entry.at - recent
    if (hasMessage()) return inOrder(() => void record({ ...entry, by: "anotherTab" }))
    // a poll of the cookies may find the change before the message of the other tab arrives
    inOrder(() => {
      const queue: Array<() => void> = delayed = []
      waitForMessage(entry.at, () => {
        record({ ...entry, by: hasMessage() ? "anotherTab" : "vanished" })
        delayed = undefined
        for (const then of queue) inOrder(then)
      })
    })
  }

  const began = (before: CurrentSession | null, next: CurrentSession, action: Action | undefined) => {
    const by = action?.kind === "keep" ? "here" : "elsewhere"
    const entry = { ...about(next), by, flow: action?.flow } as const
    const isAnonymous = anonymous(next)
    const isSameUser = before && userOf(before) && userOf(before) === userOf(next)
    inOrder(() => {
      if (isSameUser && anonymous(before) && !isAnonymous) {
        return void record({ ...entry, _tag: "Upgraded" })
      }
      const because = record({ ...entry, _tag: "SignedIn", isAnonymous, clockSkewMillis: skewOf(next, by === "here") })
      if (before && !isSameUser) record({ ...about(before), _tag: "Ended", by: "replaced", because })
    })
  }

  const renewed = (before: CurrentSession, next: CurrentSession, action: Action | undefined) => {
    if (anonymous(before) && !anonymous(next)) return began(before, next, action)
    // the result of a refresh is discarded if the session has changed meanwhile
    const mine = refresh !== undefined && refresh.endedAt >= now() - recent ? refresh.facts : undefined
    const callers = waiting
    const entry = { ...about(next), _tag: "Refreshed", clockSkewMillis: skewOf(next, mine !== undefined) } as const
    inOrder(() =>
      void record(mine === undefined ? { ...entry, by: "elsewhere" } : { ...entry, by: "here", callers, ...mine })
    )
  }

  const changed = () => {
    const before = held
    const next = current()
    if (before === next) return
    held = next
    const action = doing
    // the store may refuse a session after it was kept
    if (doing?.kind !== "keep") doing = undefined
    if (!next) ended(before!, action)
    else if (before?.key !== next.key) began(before, next, action)
    else if (next.tokens.accessToken !== undefined && next.tokens.accessToken !== before.tokens.accessToken) {
      renewed(before, next, action)
    } else return
    refresh = undefined
    refreshRejected = undefined
    tokenRejected = undefined
  }

  const refreshed =
    (startedAt: number, response: Response, span: Tracer.AnySpan | undefined, attempts: number) =>
    (endedAt: number, exit: Exit.Exit<unknown, unknown>) => {
      refresh = undefined
      if (Exit.isSuccess(exit)) {
        const flow = flowOf(span, OAuth.refresh.spec.name)
        refresh = { endedAt, facts: { flow, attempts, tookMillis: endedAt - startedAt } }
        return
      }
      if (!held || Cause.hasInterruptsOnly(exit.cause)) return
      const error = Option.getOrUndefined(Cause.findErrorOption(exit.cause))
      const reason = error instanceof CallError ? error.reason : error
      const entry = { ...about(held), callers: waiting, because: tokenRejected }
      if (reason instanceof RefreshTokenError) {
        const { code, status } = response
        refreshRejected = record({ ...entry, _tag: "RefreshRejected", code, status })
      } else {
        const tag = (reason as { readonly _tag?: string } | undefined)?._tag ?? "a defect"
        record({ ...entry, _tag: "RefreshFailed", reason: tag, attempts })
      }
    }

  const observer: Observer = {
    call: ({ endpoint, span, startedAt }) => {
      const key = held?.key
      let response: Response = { endpoint, code: undefined, status: undefined }
      let attempts = 0
      return {
        attempt: () => {
          attempts++
          let status: number | undefined
          return {
            status: (found) => {
              status = found
            },
            ended: (_at, code) => {
              response = { endpoint, code, status }
              if (code !== undefined) lastFailure = response
            }
          }
        },
        ended: (endedAt, exit) => {
          // a late refresh of a replaced session must not be recorded for its successor
          if (endpoint === OAuth.refresh.spec.name && key === held?.key) {
            refreshed(startedAt, response, span, attempts)(endedAt, exit)
          }
        }
      }
    }
  }

  /** Runs an effect of the session, and attributes the change that it makes. */
  const acting = <A, E, R>(
    actionOf: (flow: string | undefined) => Action | undefined,
    self: Effect.Effect<A, E, R>
  ): Effect.Effect<A, E, R> =>
    Effect.withFiber((fiber) => {
      const mine = actionOf(flowOf(Context.getOrUndefined(fiber.context, Tracer.ParentSpan)))
      doing = mine
      return Effect.ensuring(self, Effect.sync(() => doing = doing === mine ? undefined : doing))
    })

  const counted = <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      waiting++
      return Effect.ensuring(self, Effect.sync(() => waiting--))
    })

  const wrapped = (service: Session["Service"]): Session["Service"] => ({
    ...service,
    tokens: (atLeast) => counted(service.tokens(atLeast)),
    tokensIfAny: counted(service.tokensIfAny),
    keep: (tokens, sentAt) => acting((flow) => ({ kind: "keep", flow }), service.keep(tokens, sentAt)),
    end: acting((flow) => ({ kind: "end", flow }), service.end),
    endAndRevoke: (revoke, other) =>
      other === undefined
        ? acting((flow) => ({ kind: "end", flow }), service.endAndRevoke(revoke))
        : service.endAndRevoke(revoke, other),
    endOf: (tokens) =>
      acting(() => ({
        kind: "missing",
        flow: undefined,
        because: record({ ...about(held), _tag: "UserMissing", ...lastFailure })
      }), service.endOf(tokens)),
    rejected: (accessToken) =>
      acting(() => {
        const token = held?.tokens.accessToken
        if (token === undefined || Redacted.value(token) !== Redacted.value(accessToken)) return undefined
        tokenRejected = record({ ...about(held), _tag: "TokenRejected", ...lastFailure })
        return { kind: "rejected", flow: undefined, because: tokenRejected }
      }, service.rejected(accessToken))
  })

  return {
    observer,
    session: (storage) =>
      isTaken ? ofAnotherClient : {
        session: (service, ofSession) => {
          isTaken = true
          current = ofSession
          held = current()
          if (held) record({ ...about(held), _tag: "Found", storage })
          return wrapped(service as Session["Service"]) as typeof service
        },
        changed
      }
  }
}

/** Observes nothing: the ledger belongs to the first session that is built with it. */
const ofAnotherClient: SessionObserver = { session: (service) => service, changed: () => {} }

const userOf = (session: CurrentSession): string | undefined =>
  Option.getOrUndefined(Option.map(session.state().claims, ({ sub }) => sub))

const anonymous = (session: CurrentSession): boolean =>
  Option.exists(session.state().claims, ({ isAnonymous }) => isAnonymous)

const skewOf = ({ clockSkewMeasured, clockSkewMillis }: CurrentSession, isNew: boolean) =>
  isNew && clockSkewMeasured ? clockSkewMillis : undefined

const withoutUndefined = (entry: object): object =>
  Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined))

/** Returns the name of the outermost span; `undefined` without a span, or if it has the name `except`. */
const flowOf = (span: Tracer.AnySpan | undefined, except?: string): string | undefined => {
  let name: string | undefined
  for (let each = span; each?._tag === "Span"; each = Option.getOrUndefined(each.parent)) name = each.name
  return name === except ? undefined : name
}
