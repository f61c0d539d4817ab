/** Runs effects for callers who hold promises. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { callerOf } from "./callSite.ts"
import { ClientDisposed } from "./ClientDisposed.ts"

/** What every call takes besides its own input. */
export interface CallOptions {
  /** Aborting interrupts the call, its request included, and rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/** The services of a layer, built when the first call needs them. */
export interface Host<R> {
  /**
   * Runs what `begin` makes. Rejects with the very instance the effect fails with; with the signal's reason when that
   * is what stopped it; with `ClientDisposed`. A thrown bug comes through as it was thrown.
   *
   * `calledFrom` is the function whose caller's line is to be in the error's stack.
   */
  readonly run: <A, E>(
    begin: () => Effect.Effect<A, E, R>,
    options: CallOptions | undefined,
    calledFrom: (...args: ReadonlyArray<never>) => unknown
  ) => Promise<A>
  /** Runs at once, without waiting; `undefined` when that cannot be. Builds the services where that takes no waiting. */
  readonly now: <A, E>(effect: Effect.Effect<A, E, R>) => A | undefined
  /** Calls back when the services are there, unless they cannot be built. */
  readonly whenBuilt: <E>(effect: Effect.Effect<void, E, R>) => void
  readonly dispose: () => Promise<void>
}

/** A host of its own lifetime. */
export const hostOf = <R, E>(layer: Layer.Layer<R, E>): Host<R> => {
  const runtime = ManagedRuntime.make(layer)
  let disposed = false
  return {
    run: (begin, options, calledFrom) => {
      const signal = options?.signal
      const withCaller = callerOf(calledFrom)
      return new Promise((resolve, reject) => {
        if (disposed) return reject(withCaller(new ClientDisposed()))
        if (signal?.aborted === true) return reject(signal.reason)
        runtime.runCallback(Effect.suspend(begin), {
          signal,
          onExit: (exit) => {
            if (Exit.isSuccess(exit)) return resolve(exit.value)
            if (!Cause.hasInterruptsOnly(exit.cause)) return reject(withCaller(Cause.squash(exit.cause)))
            reject(signal?.aborted === true ? signal.reason : withCaller(new ClientDisposed()))
          }
        })
      })
    },
    now: (effect) => {
      const exit = disposed ? undefined : runtime.runSyncExit(effect)
      return exit !== undefined && Exit.isSuccess(exit) ? exit.value : undefined
    },
    whenBuilt: (effect) => {
      if (!disposed) runtime.runFork(effect)
    },
    dispose: () => {
      disposed = true
      return runtime.dispose()
    }
  }
}
