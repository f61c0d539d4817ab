/** Derives entries from the changes of a session. */
import * as Option from "effect/Option"
import { type CurrentSession, remainingMillis } from "../../session/index.ts"
import { type Action, type Notes, type Order, recent } from "./notes.ts"

/** Returns the function that a session calls after each change. */
export const makeChanged = (notes: Notes, current: () => CurrentSession | null): () => void => {
  const { inOrder } = notes
  return () => {
    const before = notes.held
    const next = current()
    if (before === next) return
    notes.held = next
    const action = notes.doing
    if (action?.keeps !== true) notes.doing = undefined
    if (!next) ended(notes, inOrder, before!, action)
    else if (before?.key !== next.key) began(notes, inOrder, before, next, action)
    else if (next.tokens.accessToken !== undefined && next.tokens.accessToken !== before.tokens.accessToken) {
      renewed(notes, inOrder, before, next, action)
    } else return
    notes.refresh = undefined
    notes.refreshRejected = undefined
    notes.tokenRejected = undefined
  }
}

const ended = (
  { about, lastMessageAt, now, record, refreshRejected, waitForMessage }: Notes,
  inOrder: Order,
  before: CurrentSession,
  action: Action | undefined
): void => {
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
  // polling the cookies may find the change before the other tab's message arrives
  inOrder(() =>
    inOrder.wait(
      () => void record({ ...entry, by: hasMessage() ? "anotherTab" : "vanished" }),
      (then) => waitForMessage(entry.at, then)
    )
  )
}

const began = (
  { about, record }: Notes,
  inOrder: Order,
  before: CurrentSession | null,
  next: CurrentSession,
  action: Action | undefined
): void => {
  const by = action?.keeps === true ? "here" : "elsewhere"
  const entry = { ...about(next), by, flow: action?.flow } as const
  const isAnonymous = anonymous(next)
  const isSameUser = before && userOf(before) && userOf(before) === userOf(next)
  const replaced = before && { ...about(before), _tag: "Ended", by: "replaced" } as const
  inOrder(() => {
    if (isSameUser && anonymous(before) && !isAnonymous) {
      return void record({ ...entry, _tag: "Upgraded" })
    }
    const because = record({ ...entry, _tag: "SignedIn", isAnonymous, clockSkewMillis: skewOf(next, by === "here") })
    if (replaced && !isSameUser) record({ ...replaced, because })
  })
}

const renewed = (
  notes: Notes,
  inOrder: Order,
  before: CurrentSession,
  next: CurrentSession,
  action: Action | undefined
): void => {
  const { about, now, record, refresh, waiting: callers } = notes
  if (anonymous(before) && !anonymous(next)) return began(notes, inOrder, before, next, action)
  // the result of a refresh is discarded if the session has changed in the meantime
  const mine = refresh !== undefined && refresh.endedAt >= now() - recent ? refresh.facts : undefined
  const entry = { ...about(next), _tag: "Refreshed", clockSkewMillis: skewOf(next, mine !== undefined) } as const
  inOrder(() =>
    void record(mine === undefined ? { ...entry, by: "elsewhere" } : { ...entry, by: "here", callers, ...mine })
  )
}

const userOf = (session: CurrentSession): string | undefined =>
  Option.getOrUndefined(Option.map(session.state().claims, ({ sub }) => sub))

const anonymous = (session: CurrentSession): boolean =>
  Option.exists(session.state().claims, ({ isAnonymous }) => isAnonymous)

const skewOf = ({ clockSkewMeasured, clockSkewMillis }: CurrentSession, isNew: boolean) =>
  isNew && clockSkewMeasured ? clockSkewMillis : undefined
