/**
 * Services that are built on first use, and disposed together with the effects that use them. They use a fifth of the
 * memory of a `ManagedRuntime`, which matters on servers with lazy services for each request.
 */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { identity } from "effect/Function"
import * as Scope from "effect/Scope"

/** Runs effects with lazily built services. */
export interface LazyServices<R, E> {
  /** Starts an effect immediately, with the services that `adapt` returns. `signal` interrupts it. */
  readonly fork: <A, E2>(
    effect: Effect.Effect<A, E2, R>,
    signal?: AbortSignal,
    adapt?: (services: Context.Context<R>) => Context.Context<R>
  ) => Fiber.Fiber<A, E | E2>
  /** Builds something over the services. It is released before they are. */
  readonly extend: <A, E2>(build: Effect.Effect<A, E2, R | Scope.Scope>) => Effect.Effect<A, E | E2>
  /** Runs an effect synchronously. Fails if the effect has to wait. */
  readonly runSync: <A, E2>(effect: Effect.Effect<A, E2, R>) => Exit.Exit<A, E | E2>
  /** Interrupts all running effects, and then releases the services. No effect can run afterwards. */
  readonly dispose: () => Promise<void>
}

/** Creates lazily built services with their own lifetime. If they can't be built, each effect fails with the error. */
export const lazyServices = <R, E>(
  build: Effect.Effect<Context.Context<R>, E, Scope.Scope>
): LazyServices<R, E> => {
  const scope = Scope.makeUnsafe()
  const running = new Set<Fiber.Fiber<unknown, unknown>>()
  const onFiberStart = (fiber: Fiber.Fiber<unknown, unknown>) => {
    running.add(fiber)
    fiber.addObserver(() => running.delete(fiber))
  }
  let built: Context.Context<R> | undefined
  let services = buildOnce(build, scope, onFiberStart, (exit) => {
    services = exit
    if (Exit.isSuccess(exit)) built = exit.value
  })
  let disposal: Promise<void> | undefined
  const provided = <A, E2>(
    effect: Effect.Effect<A, E2, R>,
    adapt: (services: Context.Context<R>) => Context.Context<R>
  ): Effect.Effect<A, E | E2> => Effect.flatMap(services, (built) => Effect.provideContext(effect, adapt(built)))

  return {
    fork: (effect, signal, adapt = identity) =>
      built === undefined
        ? Effect.runFork(provided(effect, adapt), { signal, onFiberStart })
        : Effect.runForkWith(adapt(built))(effect, { signal, onFiberStart }),
    extend: (build) =>
      provided(Effect.provideService(build, Scope.Scope, scope) as Effect.Effect<any, any, R>, identity),
    runSync: (effect) => Effect.runSyncExit(provided(effect, identity)),
    dispose: () => {
      services = Effect.interrupt
      built = undefined
      return disposal ??= Effect.runPromise(
        Effect.andThen(Fiber.interruptAll(running), Scope.close(scope, Exit.void))
      )
    }
  }
}

/**
 * Builds the services once, in a fiber independent of its waiters. A separate function, so that `build` can be
 * garbage-collected afterwards.
 */
const buildOnce = <R, E>(
  build: Effect.Effect<Context.Context<R>, E, Scope.Scope>,
  scope: Scope.Closeable,
  onFiberStart: (fiber: Fiber.Fiber<unknown, unknown>) => void,
  onBuilt: (exit: Exit.Exit<Context.Context<R>, E>) => void
): Effect.Effect<Context.Context<R>, E> => {
  let building: Fiber.Fiber<Context.Context<R>, E> | undefined
  return Effect.withFiber(({ cache: { scheduler } }) => {
    if (building === undefined) {
      building = Effect.runFork(
        Effect.onError(Scope.provide(build, scope), (cause) => Scope.close(scope, Exit.failCause(cause))),
        { scheduler, onFiberStart }
      )
      building.addObserver(onBuilt)
    }
    return Fiber.join(building)
  })
}
