/** The services of one provider: built on first use, disposed after unmount. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { ChosenMethod, type HookMethod } from "../layers/browser/index.ts"
import {
  type AnyRead,
  attach,
  cacheOf,
  dependsOnUser,
  type Fork,
  type InitialReads,
  makeReadEntries,
  ReadCache,
  type ReadEntries
} from "../layers/reads/index.ts"
import { Session } from "../layers/session/index.ts"
import type { SharedClient } from "../src/promise/index.ts"
import { ProviderScope } from "./providerScope.ts"
import { watched } from "./watching.ts"

/** Bundlers replace `process.env.NODE_ENV` with a constant. */
declare const process: { readonly env: { readonly NODE_ENV?: string } }

/** The state that every component under a provider shares. */
export interface App<R, E> {
  readonly runtime: () => ManagedRuntime.ManagedRuntime<R | ReadCache, E>
  /** The promise client that the provider was given; `undefined` if it was given a layer. */
  readonly client: SharedClient | undefined
  /** The read cache: from the layer if it provides `ReadCache`, otherwise from the provider. */
  readonly reads: () => ReadEntries
  /**
   * Whether this is a server and only the browser can obtain the read's value: the value depends on the user, the
   * session is in the browser, and there is no initial value.
   */
  readonly isBrowsers: (read: AnyRead) => boolean
  /** Called when a read that suspended a component has settled. */
  readonly arrived: () => void
  /** Called when the provider shows its fallback. From then on, the provider renders again whenever a read settles. */
  readonly waits: () => void
  /**
   * Called when the provider mounts; returns the function to call when it unmounts. `onHook` receives the redirect method
   * of the services if the provider has to call its hook.
   */
  readonly mount: (render: () => void, onHook: (method: HookMethod) => void) => () => void
}

/** Options for a provider's services. */
interface AppOptions {
  readonly client?: SharedClient | undefined
  readonly initial?: InitialReads | undefined
  /** Whether the layer keeps the session in the browser, where a server can't read it. */
  readonly sessionInBrowser?: boolean | undefined
}

/** Creates a provider's services. The layer is built on first use. */
export const makeApp = <R, E>(
  layer: Layer.Layer<R, E>,
  { client, initial, sessionInBrowser }: AppOptions
): App<R, E> => {
  const isElsewhere = sessionInBrowser === true && !("window" in globalThis)
  let runtime: ManagedRuntime.ManagedRuntime<R | ReadCache, E> | undefined
  let isWaiting = false
  let render: (() => void) | undefined
  const fork: Fork = (effect, done) => {
    const fiber = current().runFork(effect)
    if (done !== undefined) fiber.addObserver(done as never)
    return () => fiber.interruptUnsafe()
  }
  const own = makeReadEntries(fork, initial)
  let ofLayer: ReadEntries | undefined

  const withReads = (services: Context.Context<R>) => {
    const given = Context.getOrUndefined(services as Context.Context<unknown>, ReadCache)
    const withCache = given === undefined
      ? Effect.map(
        attach(own, isElsewhere ? Context.omit(Session)(services as Context.Context<unknown>) : services),
        (reads) => Context.merge(services, reads)
      )
      : Effect.sync(() => {
        ofLayer = cacheOf(given)
        if (initial !== undefined) ofLayer.hydrate(initial)
        own.handOver(ofLayer)
        return services as Context.Context<R | ReadCache>
      })
    return Layer.effectContext(
      Effect.zipWith(withCache, Effect.scope, (all, scope) => Context.add(all, ProviderScope, scope))
    )
  }

  const current = () =>
    runtime ??= ManagedRuntime.make(
      Layer.flatMap(process.env.NODE_ENV === "production" ? layer : watched(layer), withReads)
    )

  const reads = () => {
    // Most layers build synchronously, so the first component can already use their reads. With initial values, the
    // build can happen later.
    if (runtime === undefined && initial === undefined) build()
    return ofLayer ?? own
  }

  const build = () => void current().runFork(Effect.void)

  return {
    client,
    arrived: () => {
      if (isWaiting) render?.()
    },
    waits: () => {
      isWaiting = true
    },
    runtime: current,
    reads,
    isBrowsers: (read) => isElsewhere && dependsOnUser(read) && own.hydration.state(read)._tag === "Pending",
    mount: (again, onHook) => {
      render = again
      // Building the session shows whether the initial values belong to the current user.
      const building = current().runFork(ChosenMethod)
      building.addObserver((exit) => {
        if (Exit.isSuccess(exit) && Object(exit.value).useNavigate !== undefined) onHook(exit.value as HookMethod)
      })
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
