/** What one provider holds: services that are built when first used, and let go when the provider is gone. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import {
  type AnyRead,
  attach,
  cacheOf,
  type Fork,
  type InitialReads,
  makeReadCache,
  type ReadCache,
  Reads,
  tellsOfPerson
} from "../layers/reads/index.ts"
import { Session } from "../layers/session/index.ts"
import { watched } from "./watching.ts"

/** As bundlers put it in. */
declare const process: { readonly env: { readonly NODE_ENV?: string } }

/** Shared by every component under a provider. */
export interface App<R, E> {
  readonly runtime: () => ManagedRuntime.ManagedRuntime<R | Reads, E>
  /** The reads of the layer; the provider's own where it has none, and until that is known. */
  readonly reads: () => ReadCache
  /** Only the browser can tell: the session is there, and this is a server that was not handed the value. */
  readonly isBrowsers: (read: AnyRead) => boolean
  /** A read that a component waits for is here, or has failed. */
  readonly arrived: () => void
  /** The provider shows its fallback: from now on it renders when a read arrives. */
  readonly waits: () => void
  /** Called when the provider is mounted; the result when it is unmounted. */
  readonly mount: (render: () => void) => () => void
}

/** What a provider begins with. */
interface Beginning {
  readonly initial?: InitialReads | undefined
  /** Where this is no browser, the session of the layer is not that of whoever looks at the page. */
  readonly sessionInBrowser?: boolean | undefined
}

/** Prepares a provider's services. Nothing runs yet. */
export const appOf = <R, E>(layer: Layer.Layer<R, E>, { initial, sessionInBrowser }: Beginning): App<R, E> => {
  const isElsewhere = sessionInBrowser === true && !("window" in globalThis)
  let runtime: ManagedRuntime.ManagedRuntime<R | Reads, E> | undefined
  let isWaiting = false
  let render: (() => void) | undefined
  const fork: Fork = (effect, done) => {
    const fiber = current().runFork(effect)
    if (done !== undefined) fiber.addObserver(done as never)
    return () => fiber.interruptUnsafe()
  }
  const own = makeReadCache(fork, initial)
  let ofLayer: ReadCache | undefined

  const withReads = (services: Context.Context<R>) => {
    const given = Context.getOrUndefined(services as Context.Context<unknown>, Reads)
    return Layer.effectContext(
      given === undefined
        ? Effect.map(
          attach(own, isElsewhere ? Context.omit(Session)(services as Context.Context<unknown>) : services),
          (reads) => Context.merge(services, reads)
        )
        : Effect.sync(() => {
          ofLayer = cacheOf(given)
          if (initial !== undefined) ofLayer.hydrate(initial)
          own.handOver(ofLayer)
          return services as Context.Context<R | Reads>
        })
    )
  }

  const current = () =>
    runtime ??= ManagedRuntime.make(
      Layer.flatMap(process.env.NODE_ENV === "production" ? layer : watched(layer), withReads)
    )

  const reads = () => {
    // most layers are built at once, so that the first component has their reads; what a server read needs none
    if (runtime === undefined && initial === undefined) build()
    return ofLayer ?? own
  }

  const build = () => void current().runFork(Effect.void)

  return {
    arrived: () => {
      if (isWaiting) render?.()
    },
    waits: () => {
      isWaiting = true
    },
    runtime: current,
    reads,
    isBrowsers: (read) => isElsewhere && tellsOfPerson(read) && own.hydration.state(read)._tag === "Pending",
    mount: (again) => {
      render = again
      // decides whether what the server read is for the person who is here
      build()
      reads().begin()
      return () => {
        own.close()
        ofLayer = undefined
        void runtime?.dispose()
        runtime = undefined
      }
    }
  }
}
