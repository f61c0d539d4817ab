/** The hooks that run effects for a component, for as long as it is there. */
"use client"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { useCallback, useEffect, useRef, useState } from "react"
import type { Reads } from "../layers/reads/index.ts"
import type { App } from "./app.ts"
import { useLasting } from "./useLasting.ts"

/**
 * Runs an effect with the provider's services. What still runs when the component leaves is interrupted. Never rejects:
 * the result is an `Exit`, with the provider's own error when its services cannot be built.
 */
export type RunEffect<R, LayerError> = <Eff extends Effect.Effect<any, any, R>>(
  effect: Eff
) => Promise<Exit.Exit<Effect.Success<Eff>, Effect.Error<Eff> | LayerError>>

/** An effect behind a button or a form, and how its last run went. */
export interface Action<Arguments extends ReadonlyArray<unknown>, A, E> {
  /** Starts it. Several runs may go on at once; what is said here is about the last one started. Never rejects. */
  readonly run: (...args: Arguments) => Promise<Exit.Exit<A, E>>
  readonly isPending: boolean
  /** What the last run failed with, until the next one starts: tell the cases apart by `_tag`. */
  readonly error: E | undefined
  /** How the last run ended. `undefined`: it has not, or there was none. */
  readonly exit: Exit.Exit<A, E> | undefined
  /** Forgets the last run. What still runs goes on. */
  readonly reset: () => void
}

interface RunHooks<R, E> {
  readonly useRunEffect: () => RunEffect<R | Reads, E>
  readonly useAction: <Arguments extends ReadonlyArray<any>, A, ActionError>(
    effect: (...args: Arguments) => Effect.Effect<A, ActionError, R | Reads>
  ) => Action<Arguments, A, ActionError | E>
}

/** Makes them for the services of a provider. */
export const runHooks = <R, E>(useApp: () => App<R, E>): RunHooks<R, E> => {
  const useRunEffect = (): RunEffect<R | Reads, E> => {
    const app = useApp()
    const lifetime = useRef<AbortController>(undefined)
    const mounting = useRef<AbortController>(undefined)
    useLasting(() => {
      // an `Activity` shows it again
      if (lifetime.current?.signal.aborted) lifetime.current = undefined
      return () => (lifetime.current ??= new AbortController()).abort()
    }, [])
    useEffect(() => {
      const mine = mounting.current = new AbortController()
      queueMicrotask(() => {
        mounting.current = undefined
      })
      // the effects that mount with this one start theirs anew
      return () => mine.abort()
    }, [])
    return useCallback((effect) => {
      const { signal } = mounting.current ?? (lifetime.current ??= new AbortController())
      return signal.aborted ? Promise.resolve(Exit.interrupt()) : app.runtime().runPromiseExit(effect, { signal })
    }, [app])
  }

  const useAction: RunHooks<R, E>["useAction"] = (effect) => {
    const runEffect = useRunEffect()
    const [last, setLast] = useState<Run>(none)
    const latest = useRef(effect)
    const isThere = useRef(true)
    const missed = useRef<() => void>(undefined)
    useEffect(() => {
      latest.current = effect
    })
    useEffect(() => {
      isThere.current = true
      missed.current?.()
      missed.current = undefined
      return () => {
        isThere.current = false
      }
    }, [])
    const run = useCallback(async (...args: ReadonlyArray<unknown>) => {
      const mine: Run = { ...none, isPending: true }
      setLast(mine)
      const exit = await runEffect(Effect.suspend(() => latest.current(...args as never)))
      const error = exit._tag === "Failure" ? exit.cause.reasons.find(Cause.isFailReason)?.error : undefined
      const end = () => setLast((shown) => shown === mine ? { isPending: false, exit, error } : shown)
      // the page may have gone with the component, as in tests; an `Activity` may show the component again
      if (isThere.current) end()
      else missed.current = end
      return exit
    }, [runEffect])
    const reset = useCallback(() => setLast(none), [])
    // what runs and how it ended is of this very effect
    return { ...last, run, reset } as never
  }

  return { useAction, useRunEffect }
}

interface Run {
  readonly isPending: boolean
  readonly exit: Exit.Exit<unknown, unknown> | undefined
  readonly error: unknown
}

const none: Run = { isPending: false, exit: undefined, error: undefined }
