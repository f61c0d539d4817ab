/** What one provider holds: services that are built when first used, and let go when the provider is gone. */
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import {
  attach,
  type Fork,
  type InitialReads,
  makeReadCache,
  type ReadCache,
  type Reads
} from "../layers/reads/index.ts"
import { watched } from "./watching.ts"

/** As bundlers put it in. */
declare const process: { readonly env: { readonly NODE_ENV?: string } }

/** Shared by every component under a provider. */
export interface App<R, E> {
  readonly runtime: () => ManagedRuntime.ManagedRuntime<R | Reads, E>
  readonly reads: ReadCache
  /** A read that a component waits for is here, or has failed. */
  readonly arrived: () => void
  /** The provider shows its fallback: from now on it renders when a read arrives. */
  readonly waits: () => void
  /** Called when the provider is mounted; the result when it is unmounted. */
  readonly mount: (render: () => void) => () => void
}

/** Prepares a provider's services. Nothing runs yet. */
export const appOf = <R, E>(layer: Layer.Layer<R, E>, initial?: InitialReads): App<R, E> => {
  let runtime: ManagedRuntime.ManagedRuntime<R | Reads, E> | undefined
  let isMounted = false
  let isWaiting = false
  let render: (() => void) | undefined
  const fork: Fork = (effect, done) => {
    const fiber = current().runFork(effect)
    if (done !== undefined) fiber.addObserver(done as never)
    return () => fiber.interruptUnsafe()
  }
  const reads = makeReadCache(fork, initial)
  const current = () =>
    runtime ??= ManagedRuntime.make(
      Layer.flatMap(
        process.env.NODE_ENV === "production" ? layer : watched(layer),
        (services) => Layer.effectContext(attach(reads, services))
      )
    )

  return {
    arrived: () => {
      if (isWaiting) render?.()
    },
    waits: () => {
      isWaiting = true
    },
    runtime: current,
    reads,
    mount: (again) => {
      render = again
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
