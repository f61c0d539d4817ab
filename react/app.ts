/** What one provider holds: services that are built when first used, and let go when the provider is gone. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Option from "effect/Option"
import { ClientAccess } from "../schemas/access.ts"
import { type CurrentUserStore, currentUserStore, type UserServices } from "./currentUserStore.ts"

/** Shared by every component under a provider. */
export interface App<R, E> {
  readonly runtime: () => ManagedRuntime.ManagedRuntime<R, E>
  /** Of use only where the layer has the services of a user. */
  readonly currentUser: CurrentUserStore
  /** Called when the provider is mounted; the result when it is unmounted. */
  readonly mount: () => () => void
}

/** Prepares a provider's services. Nothing runs yet. */
export const appOf = <R, E>(layer: Layer.Layer<R, E>): App<R, E> => {
  let runtime: ManagedRuntime.ManagedRuntime<R, E> | undefined
  let mounted = 0
  const current = () => runtime ??= ManagedRuntime.make(watched(layer, (name) => currentUser.written(name)))
  // the hook that reads the user is typed away where these services are missing
  const currentUser = currentUserStore(current as unknown as () => ManagedRuntime.ManagedRuntime<UserServices, unknown>)
  const close = () => {
    currentUser.close()
    void runtime?.dispose()
    runtime = undefined
  }
  return {
    runtime: current,
    currentUser,
    mount: () => {
      mounted++
      return () => {
        mounted--
        // StrictMode mounts again at once: the session must survive that
        queueMicrotask(() => {
          if (mounted === 0) close()
        })
      }
    }
  }
}

/** The same services; `written` hears the name of every call that succeeded. */
const watched = <R, E>(layer: Layer.Layer<R, E>, written: (endpoint: string) => void): Layer.Layer<R, E> =>
  Layer.flatMap(
    layer,
    (services) =>
      Layer.succeedContext(Option.match(Context.getOption(services as Context.Context<unknown>, ClientAccess), {
        onNone: () => services,
        onSome: ({ call }) =>
          Context.add(services, ClientAccess, {
            call: (spec, input) => Effect.tap(call(spec, input), () => Effect.sync(() => written(spec.name)))
          }) as Context.Context<R>
      }))
  )
