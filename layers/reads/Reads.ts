/**
 * Cached reads: subscribers share one request, and writes refresh the reads that they affect. The hooks of
 * `latchkey/react` use them; Effect programs use them as streams. docs/protocol.md §24, docs/policies.md.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { ClientAccess } from "../../schemas/access.ts"
import { Session, type SessionState } from "../session/index.ts"
import { listen, listening } from "./attachReads.ts"
import { type CachedRead, makeReads, type ReadsService } from "./makeReads.ts"
import type { StoredReads } from "./notStored.ts"
import type { ShownValue } from "./optimisticReads.ts"
import type { AnyRead, InitialReads, ReadDefinition, ReadState } from "./read.ts"
import { makeReadEntries, type ReadEntries } from "./readCache.ts"
import { sessionKey } from "./readsOfPerson.ts"
import type { ShownReads } from "./showReads.ts"
import type { Fork } from "./timed.ts"

export type { CachedRead, ReadsService } from "./makeReads.ts"
export type { ShownValue } from "./optimisticReads.ts"
export { every } from "./pollReads.ts"
export { type AnyRead, type InitialReads, read, type ReadDefinition, type ReadState } from "./read.ts"
export type { ReadsView } from "./readCache.ts"

/** The cached reads of one session, which `get`, `changes`, `refresh` and the hooks of `latchkey/react` use. */
export class ReadCache extends Context.Service<ReadCache, ReadsService>()("latchkey/Reads") {}

/**
 * Keeps values in memory while they have subscribers, and a little longer. Build the layer once, and share its services:
 *
 * ```ts
 * const layer = ReadCache.layer().pipe(Layer.provideMerge(Client.layer({ projectId })))
 * ```
 *
 * The layer also returns the access services. Writes through these services refresh the reads that they affect. When
 * another user signs in, the values of the previous user are dropped.
 */
export const layer = (): Layer.Layer<ReadCache | ClientAccess, never, ClientAccess> =>
  Layer.fresh(Layer.effectContext(built()))

/**
 * Adds cached reads to a layer of any access level. Like {@link layer}, but not limited to client access.
 *
 * @example
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Client, reads } from "latchkey"
 *
 * const live = reads.over(Client.layer(project))
 * const found = await Effect.runPromise(Effect.provide(reads.get(reads.project), live))
 * console.log(found.displayName) // My app
 * ```
 */
export const over = <A, E, R>(
  layer: Layer.Layer<A, E, R>,
  initial?: InitialReads
): Layer.Layer<A | ReadCache, E, R> =>
  Layer.flatMap(layer, (services) =>
    Layer.effectContext(
      Effect.map(
        Effect.provideContext(built(initial), services as Context.Context<any>),
        (own) => Context.merge(services, own)
      )
    ))

/**
 * Builds cached reads over the services in the context. Also returns these services: their calls are reported to the
 * reads.
 */
export const built = (
  initial?: InitialReads,
  storing?: (fork: Fork) => (shown: ShownReads) => StoredReads
): Effect.Effect<Context.Context<any>, never, Scope.Scope> =>
  Effect.contextWith((services: Context.Context<Scope.Scope>) => {
    let mine: Context.Context<any> = services
    const fork: Fork = (effect, done) => forkWith(mine)(effect, done)
    const cache = makeReadEntries(fork, initial, storing?.(fork))
    return Effect.tap(
      attach(cache, services),
      (own) => {
        // with the cache's own services, so that a read can use other reads, and its calls are recorded
        mine = Context.merge(services, own)
        return Effect.addFinalizer(() => Effect.sync(cache.close))
      }
    )
  })

/**
 * Connects a cache to services while the scope is open. Returns the cache as a service, together with services whose
 * calls are reported to it.
 */
export const attach = (
  cache: ReadEntries,
  services: Context.Context<any>
): Effect.Effect<Context.Context<ReadCache>, never, Scope.Scope> =>
  Effect.as(listen(cache, services), Context.add(listening(cache, services), ReadCache, makeReads(cache)))

/**
 * Returns the cached value immediately, or waits for the request that is already in flight.
 *
 * @example
 * ```ts
 * import { reads, teams } from "latchkey"
 *
 * console.log((yield* reads.get(reads.teams)).length) // 1
 * yield* teams.create({ displayName: "Readers" })
 * console.log((yield* reads.get(reads.teams)).length) // 2
 * ```
 */
export const get = <A, E, R>(read: ReadDefinition<A, E, R>): Effect.Effect<A, E, R | ReadCache> =>
  ReadCache.use((reads) => reads.get(read))

/**
 * Emits the state of a read, now and after every change. The first subscriber starts the read; the read is dropped
 * after its last subscriber leaves.
 */
export const changes = <A, E, R>(read: ReadDefinition<A, E, R>): Stream.Stream<ReadState<A, E>, never, R | ReadCache> =>
  Stream.unwrap(ReadCache.useSync((reads) => reads.changes(read)))

/**
 * Requests the value again and returns it. Fails if the request fails; the cached value stays.
 *
 * @example
 * ```ts
 * import { reads, Server } from "latchkey"
 *
 * const user = yield* reads.get(reads.currentUser)
 * yield* Server.users.update({ userId: user!.id, displayName: "Ada Lovelace" })
 * console.log((yield* reads.refresh(reads.currentUser))?.displayName) // Ada Lovelace
 * ```
 */
export const refresh = <A, E, R>(read: ReadDefinition<A, E, R>): Effect.Effect<A, E, R | ReadCache> =>
  ReadCache.use((reads) => reads.refresh(read))

/**
 * Marks reads as outdated: reads with subscribers are requested again, other reads are dropped. Doesn't wait for
 * responses.
 */
export const invalidate = (...which: ReadonlyArray<AnyRead>): Effect.Effect<void, never, ReadCache> =>
  ReadCache.use((reads) => reads.invalidate(...which))

/** Shows a value without a request, until a later response arrives or its `rollback` removes it. */
export const set = <A>(
  read: ReadDefinition<A, unknown, any>,
  value: A
): Effect.Effect<ShownValue, never, ReadCache> => ReadCache.use((reads) => reads.set(read, value))

/** Shows a changed value in place of the cached one, until a later response arrives or its `rollback` reverts it. */
export const update = <A>(
  read: ReadDefinition<A, unknown, any>,
  change: (value: A) => A
): Effect.Effect<ShownValue, never, ReadCache> => ReadCache.use((reads) => reads.update(read, change))

/**
 * Shows the expected result of a write before it completes, until a later response arrives. The change is reverted if
 * the write fails or is interrupted.
 *
 * ```ts
 * const rename = (displayName: string) =>
 *   currentUser.update({ displayName }).pipe(
 *     reads.optimistically(reads.currentUser, (user) => user && { ...user, displayName })
 *   )
 * ```
 */
export const optimistically = <Shown>(
  read: ReadDefinition<Shown, unknown, any>,
  change: (value: Shown) => Shown
) =>
<A, E, R>(write: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | ReadCache> =>
  ReadCache.use((reads) => reads.optimistically(read, change)(write))

/**
 * Makes a write wait for the refreshes that it causes, whether they succeed or not, so that the reads it affects are up
 * to date when it completes. Otherwise, a write completes with its own response, and the reads follow later.
 *
 * ```ts
 * const { isPending, run } = useAction((displayName: string) => reads.untilShown(currentUser.update({ displayName })))
 * ```
 */
export const untilShown = <A, E, R>(write: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | ReadCache> =>
  ReadCache.use((reads) => reads.untilShown(write))

/** The currently cached reads. */
export const cached: Effect.Effect<ReadonlyArray<CachedRead>, never, ReadCache> = ReadCache.use(({ cached }) => cached)

/** The state of the session, without a request. */
export const session: ReadDefinition<SessionState, never, Session> = {
  key: sessionKey,
  effect: Session.use((current) => Effect.sync(() => current.state())),
  of: "everyone"
}

/** Runs effects with these services until they are interrupted. */
const forkWith = (context: Context.Context<any>): Fork => (effect, done) => {
  const fiber = Effect.runForkWith(context)(effect)
  if (done !== undefined) fiber.addObserver(done)
  return () => fiber.interruptUnsafe()
}
