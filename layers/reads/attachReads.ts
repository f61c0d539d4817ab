/** Connects a cache of reads to the calls of reads and writes, to the session, and to the page's visibility. */
import type * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Scope from "effect/Scope"
import { AdminAccess, type Caller, ClientAccess, ServerAccess } from "../../schemas/access.ts"
import type { CallError } from "../../schemas/errors/CallError.ts"
import { Visibility } from "../browser/index.ts"
import { Session } from "../session/index.ts"
import type { ReadEntries } from "./readCache.ts"
import { RecordedCalls } from "./runReads.ts"

/** Returns the access levels among these services, with callers that report to the cache. */
export const listening = (cache: ReadEntries, services: Context.Context<never>): Context.Context<never> => {
  let noted = Context.empty() as Context.Context<unknown>
  for (const access of levels) {
    const caller = Context.getOrUndefined(services, access)
    if (caller !== undefined) noted = Context.add(noted, access, noting(cache, caller))
  }
  return noted as Context.Context<never>
}

/** Notifies the cache of the session and of the page's visibility while the scope is open. */
export const listen = (
  cache: ReadEntries,
  services: Context.Context<never>
): Effect.Effect<void, never, Scope.Scope> => {
  const current = Context.getOrUndefined(services, Session)
  return Effect.flatMap(Effect.provideContext(Visibility, services), ({ onReturn }) => {
    const stops = [onReturn(cache.revisit)]
    if (current !== undefined) {
      const look = () => cache.sessionChanged(current.state())
      look()
      stops.push(current.subscribe(look))
    }
    return Effect.addFinalizer(() => Effect.sync(() => stops.forEach((stop) => stop())))
  })
}

/** One type stands for the three services here, because they have the same shape. */
const levels = [ClientAccess, ServerAccess, AdminAccess] as unknown as ReadonlyArray<typeof ClientAccess>

/** Records the calls of reads, and reports writes. */
const noting = (cache: ReadEntries, caller: Caller): Caller => ({
  call: (spec, input) =>
    Effect.flatMap(RecordedCalls, (noted) => {
      noted?.push({ name: spec.name, input })
      const call = caller.call(spec, input)
      return spec.invalidates.length === 0
        ? call
        : Effect.onExit(call, (exit) =>
          Effect.sync(() => {
            if (mayHaveArrived(exit)) cache.written(spec, input, noted)
          }))
    })
})

/** Whether a failed write may have been executed: its response was lost, or the caller didn't wait for it. */
const mayHaveArrived = (exit: Exit.Exit<unknown, unknown>): boolean =>
  Exit.isSuccess(exit) || exit.cause.reasons.some((reason: Cause.Reason<unknown>) =>
    reason._tag === "Interrupt"
    || (reason._tag === "Fail" && answerLost.includes((reason.error as Partial<CallError>).reason?._tag))
  )

const answerLost: ReadonlyArray<string | undefined> = ["ConnectionFailed", "TimedOut"]
