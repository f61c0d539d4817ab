/** Something that runs by itself when a screen opens. */
"use client"
import * as Cause from "effect/Cause"
import type * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { useEffect, useRef, useState } from "react"
import type { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import { type ClientServices, useRunEffect } from "../index.ts"

/** How it is going. */
export type Progress<A, E> =
  | { readonly _tag: "Running" }
  | { readonly _tag: "Done"; readonly result: A }
  | { readonly _tag: "Failed"; readonly problem: E | InvalidConfiguration }

/**
 * Runs an effect once for each `input`, also where StrictMode mounts a component twice: what a mailed link is good for
 * is good once. Waits while `input` is undefined.
 */
export const useRunOnce = <Input, A, E>(
  input: Input | undefined,
  run: (input: Input) => Effect.Effect<A, E, ClientServices>
): Progress<A, E> => {
  const runEffect = useRunEffect()
  const [progress, setProgress] = useState<Progress<A, E>>({ _tag: "Running" })
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    if (input === undefined) return
    let left = false
    // StrictMode leaves and comes back before this
    queueMicrotask(async () => {
      if (left) return
      const exit = await runEffect(latest.current(input))
      if (Exit.isSuccess(exit)) return setProgress({ _tag: "Done", result: exit.value })
      const problem = Cause.findErrorOption(exit.cause)
      if (Option.isSome(problem)) setProgress({ _tag: "Failed", problem: problem.value })
    })
    return () => {
      left = true
    }
  }, [input, runEffect])
  return progress
}
