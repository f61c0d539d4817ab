/** An effect that runs when a screen opens. */
"use client"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { useEffect, useRef, useState } from "react"
import type { InvalidConfiguration } from "../../../schemas/errors/CallError.ts"
import { type ClientServices, useRunEffect } from "../../index.ts"
import { useLasting } from "../../useLasting.ts"
import { problemOf } from "./problemOf.ts"

/** State of the effect. */
export type Progress<A, E> =
  | { readonly _tag: "Running" }
  | { readonly _tag: "Done"; readonly result: A }
  | {
    readonly _tag: "Failed"
    readonly problem: E | InvalidConfiguration
    /** Runs the effect again. */
    readonly retry: () => void
  }

/**
 * Runs an effect once per `input`, even if StrictMode mounts the component twice, because a code in an email works only
 * once. Waits while `input` is undefined.
 */
export const useRunOnce = <Input, A, E>(
  input: Input | undefined,
  run: (input: Input) => Effect.Effect<A, E, ClientServices>
): Progress<A, E> => {
  const runEffect = useRunEffect()
  const [last, setLast] = useState<{ readonly of: Attempt<Input>; readonly progress: Progress<A, E> }>()
  const [attempt, setAttempt] = useState(1)
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useLasting(() => {
    let left = false
    // Deferred, because StrictMode interrupts effects that start during the mount.
    queueMicrotask(async () => {
      if (input === undefined || left) return
      const report = (progress: Progress<A, E>) => setLast({ of: { input, attempt }, progress })
      const exit = await runEffect(Effect.suspend(() => latest.current(input)))
      if (left) return
      if (Exit.isSuccess(exit)) return report({ _tag: "Done", result: exit.value })
      const problem = problemOf(exit.cause)
      if (problem !== undefined) report({ _tag: "Failed", problem, retry: () => setAttempt(attempt + 1) })
    })
    return () => {
      left = true
    }
  }, [attempt, input, runEffect])
  const isCurrent = last !== undefined && Object.is(last.of.input, input) && last.of.attempt === attempt
  return isCurrent ? last.progress : running
}

interface Attempt<Input> {
  readonly input: Input
  readonly attempt: number
}

const running = { _tag: "Running" } as const
