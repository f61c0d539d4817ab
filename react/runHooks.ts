/** The hooks that run effects for a mounted component. */
"use client"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { useCallback, useEffect, useRef, useState } from "react"
import { untilPersonChanges } from "../layers/access/index.ts"
import type { ReadCache } from "../layers/reads/index.ts"
import type { App } from "./app.ts"
import type { ActionError, ActionResult, ActionValue, Runnable } from "./mistakes.ts"
import { useLasting } from "./useLasting.ts"

/**
 * Runs an effect with the provider's services. Interrupts it when the component unmounts, and when the signed-in person
 * signs out or another person signs in. Never rejects: the result is an `Exit`, with the provider's error if its
 * services can't be built.
 */
export type RunEffect<R, LayerError> = <Eff>(
  effect: Runnable<Eff, R>
) => Promise<Exit.Exit<Effect.Success<Eff>, Effect.Error<Eff> | LayerError>>

/** A function for a button or a form, and the state of its last run. */
export interface Action<Arguments extends ReadonlyArray<unknown>, A, E> {
  /** Starts a run. Several runs can overlap. The other fields have the state of the latest run. Never rejects. */
  readonly run: (...args: Arguments) => Promise<Exit.Exit<A, E>>
  readonly isPending: boolean
  /** Value of the last run, if it succeeded, until the next one starts. */
  readonly data: A | undefined
  /** Error of the last run, until the next one starts. Handle it by `_tag`. */
  readonly error: E | undefined
  /** Exit of the last run; `undefined` before the first run and while one is pending. */
  readonly exit: Exit.Exit<A, E> | undefined
  /** Clears the state of the last run. Pending runs continue. */
  readonly reset: () => void
}

/** Options for the hooks that run effects. */
export interface RunOptions {
  /**
   * Owner of the effects. `user`: they are interrupted when the person who was signed in at their start signs out, or
   * another person signs in, unless the effect does so itself. `everyone`: they continue. @default "user"
   */
  readonly of?: "user" | "everyone" | undefined
}

/** Signature of `useAction`. */
export type ActionHook<R, LayerError> = <Arguments extends ReadonlyArray<any>, Output>(
  run: (...args: Arguments) => ActionResult<Output, R>,
  options?: RunOptions
) => Action<Arguments, ActionValue<Output>, ActionError<Output> | LayerError>

interface RunHooks<R, E> {
  readonly useRunEffect: (options?: RunOptions) => RunEffect<R | ReadCache, E>
  readonly useAction: ActionHook<R | ReadCache, E>
}

/** Creates the hooks for a provider's services. */
export const runHooks = <R, E>(useApp: () => App<R, E>): RunHooks<R, E> => {
  const useRunEffect = ({ of }: RunOptions = {}): RunEffect<R | ReadCache, E> => {
    const app = useApp()
    const lifetime = useRef<AbortController>(undefined)
    const mounting = useRef<AbortController>(undefined)
    useLasting(() => {
      // A hidden `Activity` shows the component again.
      if (lifetime.current?.signal.aborted) lifetime.current = undefined
      return () => (lifetime.current ??= new AbortController()).abort()
    }, [])
    useEffect(() => {
      const mine = mounting.current = new AbortController()
      queueMicrotask(() => {
        mounting.current = undefined
      })
      // Interrupts only effects that started while mounting: the next mount starts them again.
      return () => mine.abort()
    }, [])
    return useCallback((effect: Effect.Effect<any, any, any>) => {
      const { signal } = mounting.current ?? (lifetime.current ??= new AbortController())
      return signal.aborted
        ? Promise.resolve(Exit.interrupt())
        : app.runtime().runPromiseExit(owned(effect, of), { signal })
    }, [app, of]) as never
  }

  const useAction = (made: (...args: ReadonlyArray<any>) => unknown, { of }: RunOptions = {}) => {
    const runEffect: (effect: Effect.Effect<unknown, unknown>) => Promise<Exit.Exit<unknown, unknown>> = useRunEffect(
      ofEveryone
    )
    const [last, setLast] = useState<Run>(none)
    const latest = useRef(made)
    const isMounted = useRef(true)
    const pendingUpdate = useRef<() => void>(undefined)
    useEffect(() => {
      latest.current = made
    })
    useEffect(() => {
      isMounted.current = true
      pendingUpdate.current?.()
      pendingUpdate.current = undefined
      return () => {
        isMounted.current = false
      }
    }, [])
    const run = useCallback(async (...args: ReadonlyArray<unknown>) => {
      const mine: Run = { ...none, isPending: true }
      setLast(mine)
      const exit = await runEffect(Effect.suspend(() => effectOf(latest.current(...args), of)))
      const error = exit._tag === "Failure" ? exit.cause.reasons.find(Cause.isFailReason)?.error : undefined
      const end = () => setLast((shown) => shown === mine ? { isPending: false, exit, error } : shown)
      // Keep the result while the component is unmounted, because an `Activity` may show the component again. In tests,
      // the document may no longer exist.
      if (isMounted.current) end()
      else pendingUpdate.current = end
      return exit
    }, [of, runEffect])
    const reset = useCallback(() => setLast(none), [])
    return { ...last, data: (last.exit as { readonly value?: unknown } | undefined)?.value, run, reset }
  }

  // The state always belongs to the current function, but its type can't express that.
  return { useAction: useAction as never, useRunEffect }
}

const ofEveryone: RunOptions = { of: "everyone" }

const owned = <A, E, R>(effect: Effect.Effect<A, E, R>, of: RunOptions["of"]): Effect.Effect<A, E, R> =>
  of === "everyone" ? effect : untilPersonChanges(effect)

/**
 * Returns the effect of an action's result, which may be a promise. A promise can't be interrupted, so it belongs to
 * no person.
 */
const effectOf = (result: unknown, of: RunOptions["of"]): Effect.Effect<unknown, unknown> =>
  Effect.isEffect(result)
    ? owned(result as Effect.Effect<unknown, unknown>, of)
    // A promise may reject with anything.
    // @effect-diagnostics-next-line unknownInEffectCatch:off
    : Effect.tryPromise({ try: async () => result, catch: (error) => error })

interface Run {
  readonly isPending: boolean
  readonly exit: Exit.Exit<unknown, unknown> | undefined
  readonly error: unknown
}

const none: Run = { isPending: false, exit: undefined, error: undefined }
