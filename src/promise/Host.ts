/** Runs effects for callers of promises. */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Scope from "effect/Scope"
import { isRedirectSignal } from "../../layers/browser/index.ts"
import { nameOf } from "../../layers/call/index.ts"
import { invalidInput } from "../errors/index.ts"
import { CallDefect } from "./CallDefect.ts"
import { PlatformCalls, recordingCalls } from "./callers.ts"
import { type CallPromise, callPromise } from "./CallPromise.ts"
import { ClientDisposed } from "./ClientDisposed.ts"
import { lazyServices } from "./lazyServices.ts"

/** Options for every call, in addition to its own input. */
export interface CallOptions {
  /** Aborting the signal interrupts the call and its request, and rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/** Errors of any call, in addition to its own errors and those of its layer. */
export type HostError = ClientDisposed | CallDefect

/** A call and its caller. */
export interface Made {
  /** Name of the call, such as `signIn.withPassword`. */
  readonly name: string
  readonly options: CallOptions | undefined
  /** Adds the caller's stack to an error. */
  readonly withCaller: <A>(error: A) => A
}

/** Services that are built when the first call needs them. */
export interface Host<R, LayerError = never> {
  /**
   * Runs an effect. Rejects with the effect's own error; with the signal's reason if the signal stopped the effect;
   * with `ClientDisposed`; with `InvalidInput` if arguments of undeclared types caused a `TypeError` before any
   * request; and with `CallDefect` for any other exception.
   */
  readonly run: <A, E>(effect: Effect.Effect<A, E, R>, made: Made) => CallPromise<A, E | LayerError | HostError>
  /**
   * Runs an effect synchronously, or returns `undefined` if that isn't possible. Builds the services if they can be
   * built synchronously.
   */
  readonly now: <A, E>(effect: Effect.Effect<A, E, R>) => A | undefined
  /** Runs an effect once the services are built. Does nothing if they can't be built. */
  readonly whenBuilt: <E>(effect: Effect.Effect<void, E, R>) => void
  /** Builds something over the services. It is released with them. */
  readonly extend: <A>(
    build: Effect.Effect<A, never, R | Scope.Scope>
  ) => Effect.Effect<A, LayerError | ClientDisposed>
  readonly dispose: () => Promise<void>
}

/** Creates a host with its own lifetime. */
export const hostOf = <R, E>(build: Effect.Effect<Context.Context<R>, E, Scope.Scope>): Host<R, E> => {
  let disposed = false
  const services = lazyServices(Effect.map(build, (services) => recordingCalls(services, () => disposed)))
  return {
    run: (effect, { name, options, withCaller }) => {
      const signal = options?.signal ?? undefined
      const isStop = (reason: unknown) =>
        isRedirectSignal(reason) || (signal?.aborted === true && reason === signal.reason)
      const promise = new Promise<any>((resolve, reject) => {
        if (disposed) return reject(withCaller(new ClientDisposed()))
        if (signal !== undefined && typeof signal.addEventListener !== "function") {
          return reject(withCaller(invalidInput(name, "signal", "Expected an AbortSignal")))
        }
        if (signal?.aborted) return reject(signal.reason)
        const calls = { yet: false }
        const running = services.fork(effect, signal, (services) => Context.add(services, PlatformCalls, calls))
        running.addObserver((exit) => {
          if (Exit.isSuccess(exit)) return resolve(exit.value)
          if (signal?.aborted && Cause.hasInterrupts(exit.cause)) return reject(signal.reason)
          reject(
            withCaller(
              disposed && Cause.hasInterruptsOnly(exit.cause)
                ? new ClientDisposed()
                : errorOf(exit.cause, name, calls.yet)
            )
          )
        })
      })
      return callPromise(promise, isStop)
    },
    now: (effect) => {
      const exit = disposed ? undefined : services.runSync(effect)
      return exit !== undefined && Exit.isSuccess(exit) ? exit.value : undefined
    },
    whenBuilt: (effect) => {
      if (!disposed) services.fork(effect)
    },
    extend: <A>(build: Effect.Effect<A, never, R | Scope.Scope>) =>
      Effect.suspend((): Effect.Effect<A, E | ClientDisposed> =>
        disposed ? Effect.fail(new ClientDisposed()) : services.extend(build)
      ),
    dispose: () => {
      disposed = true
      return services.dispose()
    }
  }
}

const errorOf = (cause: Cause.Cause<unknown>, call: string, hasCalled: boolean): unknown => {
  const failed = cause.reasons.find(Cause.isFailReason)
  if (failed !== undefined) return failed.error
  const defect = Cause.squash(cause)
  if (isRedirectSignal(defect)) return defect
  return !hasCalled && isTypeError(defect)
    ? invalidInput(call, "", `Expected arguments of the declared types; failed with "${defect.message}"`)
    : new CallDefect({ call, cause: defect })
}

const isTypeError = (thrown: unknown): thrown is TypeError => nameOf(thrown) === "TypeError"
