/** What one provider holds: services that are built when first used, and let go when the provider is gone. */
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import type { InitialReads } from "../layers/read.ts"
import { type Fork, makeReadCache, type ReadCache } from "../layers/readCache.ts"
import { attach, type Reads } from "../layers/Reads.ts"

/** Shared by every component under a provider. */
export interface App<R, E> {
  readonly runtime: () => ManagedRuntime.ManagedRuntime<R | Reads, E>
  readonly reads: ReadCache
  /** Called when the provider is mounted; the result when it is unmounted. */
  readonly mount: () => () => void
}

/** Prepares a provider's services. Nothing runs yet. */
export const appOf = <R, E>(layer: Layer.Layer<R, E>, initial?: InitialReads): App<R, E> => {
  let runtime: ManagedRuntime.ManagedRuntime<R | Reads, E> | undefined
  let isMounted = false
  const fork: Fork = (effect, done) => {
    const fiber = current().runFork(effect)
    if (done !== undefined) fiber.addObserver(done as never)
    return () => fiber.interruptUnsafe()
  }
  const reads = makeReadCache(fork, initial)
  const current = () =>
    runtime ??= ManagedRuntime.make(
      Layer.flatMap(layer, (services) => Layer.effectContext(attach(reads, services)))
    )

  return {
    runtime: current,
    reads,
    mount: () => {
      isMounted = true
      reads.begin()
      return () => {
        isMounted = false
        // StrictMode mounts again at once: the session must survive that
        queueMicrotask(() => {
          if (isMounted) return
          reads.close()
          void runtime?.dispose()
          runtime = undefined
        })
      }
    }
  }
}
