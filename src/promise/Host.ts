/** Runs effects for callers who hold promises. */
import * as Cause from "effect/Cause"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Scope from "effect/Scope"
import { isRedirectSignal } from "../../layers/browser/index.ts"
import { nameOf } from "../../layers/call/index.ts"
import { invalidInput } from "../errors/index.ts"
import { CallDefect } from "./CallDefect.ts"
import { Asked, notingCalls } from "./callers.ts"
import { type CallPromise, callPromise } from "./CallPromise.ts"
import { ClientDisposed } from "./ClientDisposed.ts"
import { lazyServices } from "./lazyServices.ts"

/** What every call takes besides its own input. */
export interface CallOptions {
  /** Aborting interrupts the call, its request included, and rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/** What any call may reject with, beside the errors of its own and of the layer it stands on. */
export type HostError = ClientDisposed | CallDefect

/** A call as somebody made it. */
export interface Made {
  /** As in `signIn.withPassword`. */
  readonly name: string
  readonly options: CallOptions | undefined
  /** Adds the caller's line to an error. */
  readonly withCaller: <A>(error: A) => A
}

/** Services, built when the first call needs them. */
export interface Host<R, LayerError = never> {
  /**
   * Rejects with the very instance the effect fails with; with the signal's reason when that is what stopped it; with
   * `ClientDisposed`; with `InvalidInput` where arguments of other types than declared made a `TypeError` before any
   * request; with `CallDefect` for anything else.
   */
  readonly run: <A, E>(effect: Effect.Effect<A, E, R>, made: Made) => CallPromise<A, E | LayerError | HostError>
  /** Runs at once, without waiting; `undefined` when that cannot be. Builds the services where that takes no waiting. */
  readonly now: <A, E>(effect: Effect.Effect<A, E, R>) => A | undefined
  /** Calls back when the services are there, unless they cannot be built. */
  readonly whenBuilt: <E>(effect: Effect.Effect<void, E, R>) => void
  readonly dispose: () => Promise<void>
}

/** A host of its own lifetime. */
export const hostOf = <R, E>(build: Effect.Effect<Context.Context<R>, E, Scope.Scope>): Host<R, E> => {
  const services = lazyServices(Effect.map(build, notingCalls))
  let disposed = false
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
        if (signal?.aborted === true) return reject(signal.reason)
        const asked = { yet: false }
        services.fork(Effect.provideService(effect, Asked, asked), signal).addObserver((exit) => {
          if (Exit.isSuccess(exit)) return resolve(exit.value)
          if (signal?.aborted === true && Cause.hasInterrupts(exit.cause)) return reject(signal.reason)
          reject(
            withCaller(
              disposed && Cause.hasInterruptsOnly(exit.cause)
                ? new ClientDisposed()
                : errorOf(exit.cause, name, asked.yet)
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
    dispose: () => {
      disposed = true
      return services.dispose()
    }
  }
}

const errorOf = (cause: Cause.Cause<unknown>, call: string, asked: boolean): unknown => {
  const failed = cause.reasons.find(Cause.isFailReason)
  if (failed !== undefined) return failed.error
  const defect = Cause.squash(cause)
  if (isRedirectSignal(defect)) return defect
  return !asked && isTypeError(defect)
    ? invalidInput(call, "", `Expected what its types say, and met "${defect.message}"`)
    : new CallDefect({ call, cause: defect })
}

const isTypeError = (thrown: unknown): thrown is TypeError => nameOf(thrown) === "TypeError"
