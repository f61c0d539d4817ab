/**
 * Shares the writes of all clients in a page. A page may have several clients of one project, and each read cache is
 * notified of the writes of all of them. docs/laws.md N17.
 */
import type * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import type { Spec } from "../../schemas/Endpoint.ts"
import type { CallError } from "../../schemas/errors/CallError.ts"
import { Listeners } from "./Listeners.ts"
import type { Project } from "./Project.ts"

/** A write that may have changed data. `ids` are the only values from its input, so that no secret is passed on. */
export interface PageWrite {
  readonly spec: Spec
  readonly ids: { readonly teamId?: unknown; readonly userId?: unknown }
}

/** The part of a project that identifies it. */
type ProjectKey = Pick<Project["Service"], "apiUrl" | "id">

interface Announced extends PageWrite {
  readonly project: ProjectKey
  readonly by: ReadonlyArray<object>
}

/** Notifies read caches of clients' writes. */
export interface PageWrites {
  /** Reports a write of a project, except to the subscribers in `by`, which already know of it. */
  readonly announce: (write: Announced) => void
  /** Calls the listener after each write of the project, or of any project if the project is unknown. */
  readonly subscribe: (
    subscriber: object,
    project: ProjectKey | undefined,
    listener: (write: PageWrite) => void
  ) => () => void
}

/** Creates a page's list of subscribers. */
export const makePageWrites = (): PageWrites => {
  const listeners = new Listeners<Announced>()
  return {
    announce: (write) => void listeners.notify(write),
    subscribe: (subscriber, project, listener) =>
      listeners.subscribe((write) => {
        if (!write.by.includes(subscriber) && isSame(project, write.project)) listener(write)
      })
  }
}

const isSame = (a: ProjectKey | undefined, b: ProjectKey): boolean =>
  a === undefined || (a.id === b.id && a.apiUrl === b.apiUrl)

/** Clients on a server belong to different users, so one client's write doesn't concern the others. */
const none: PageWrites = { announce: () => {}, subscribe: () => () => {} }

/** The writes of this page. On a server, writes are not passed on. */
export const PageWrites = Context.Reference<PageWrites>("latchkey/setting/PageWrites", {
  defaultValue: () => "window" in globalThis ? makePageWrites() : none
})

/**
 * The caches that a write's caller notifies directly. A write made by a read is not announced; otherwise, reads of two
 * caches would refresh each other forever.
 */
export const ReportedTo = Context.Reference<ReadonlyArray<object> | "everyone">("latchkey/ReportedTo", {
  defaultValue: () => []
})

/** Announces a write to the page when it ends. */
export const announced = <A, E, R>(
  call: Effect.Effect<A, E, R>,
  project: ProjectKey,
  spec: Spec,
  input: { readonly teamId?: unknown; readonly userId?: unknown }
): Effect.Effect<A, E, R> =>
  afterWrite(call, spec, (fiber) => {
    const by = fiber.getRef(ReportedTo)
    const { teamId, userId } = input
    if (by !== "everyone") fiber.getRef(PageWrites).announce({ project, spec, ids: { teamId, userId }, by })
  })

/** Calls back when a write that may have changed data ends. */
export const afterWrite = <A, E, R>(
  call: Effect.Effect<A, E, R>,
  { invalidates }: Spec,
  report: (fiber: Fiber.Fiber<unknown, unknown>) => void
): Effect.Effect<A, E, R> =>
  invalidates.length === 0 ? call : Effect.onExit(call, (exit) =>
    Effect.withFiber((fiber) => {
      if (mayHaveArrived(exit)) report(fiber)
      return Effect.void
    }))

/** Whether a failed write may have been executed: its response was lost, or the caller didn't wait for it. */
const mayHaveArrived = (exit: Exit.Exit<unknown, unknown>): boolean =>
  Exit.isSuccess(exit) || exit.cause.reasons.some((reason: Cause.Reason<unknown>) =>
    reason._tag === "Interrupt"
    || (reason._tag === "Fail" && responseLost.includes((reason.error as Partial<CallError>).reason?._tag))
  )

const responseLost: ReadonlyArray<string | undefined> = ["ConnectionFailed", "TimedOut"]
