/** Connects a cache of reads to the calls of reads and writes, to the session, and to the page's visibility. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { AdminAccess, type Caller, ClientAccess, ServerAccess } from "../../schemas/access.ts"
import { Visibility } from "../browser/index.ts"
import { afterWrite, PageWrites, Project, ReportedTo } from "../call/index.ts"
import { Session } from "../session/index.ts"
import type { ReadEntries } from "./readCache.ts"
import { RecordedCalls } from "./runReads.ts"

/** Returns those of the services that are access levels, with callers that report to the cache. */
export const listening = (cache: ReadEntries, services: Context.Context<never>): Context.Context<never> => {
  let noted = Context.empty() as Context.Context<unknown>
  for (const access of levels) {
    const caller = Context.getOrUndefined(services, access)
    if (caller !== undefined) noted = Context.add(noted, access, noting(cache, caller))
  }
  return noted as Context.Context<never>
}

/**
 * Notifies the cache of the session, of the page's visibility, and of the writes of the page's other clients while the
 * scope is open.
 */
export const listen = (
  cache: ReadEntries,
  services: Context.Context<never>
): Effect.Effect<void, never, Scope.Scope> => {
  const current = Context.getOrUndefined(services, Session)
  const project = Context.getOrUndefined(services, Project)
  const settings = Effect.provideContext(Effect.all([Visibility, PageWrites]), services)
  return Effect.flatMap(settings, ([{ onReturn }, { subscribe }]) => {
    const stops = [
      onReturn(cache.revisit),
      subscribe(cache, project, ({ ids, spec }) => cache.written(spec, ids))
    ]
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
    Effect.withFiber((fiber) => {
      const noted = fiber.getRef(RecordedCalls)
      noted?.push({ name: spec.name, input })
      const call = caller.call(spec, input)
      if (spec.invalidates.length === 0) return call
      const others = fiber.getRef(ReportedTo)
      const reported = noted !== undefined || others === "everyone" ? "everyone" : [...others, cache]
      return afterWrite(
        Effect.provideService(call, ReportedTo, reported),
        spec,
        () => cache.written(spec, input, noted)
      )
    })
})
