/** Actions on the items of a list. */
"use client"
import type * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { useCallback, useRef, useState } from "react"
import { bindToUser } from "../../../layers/access/index.ts"
import type { ReadCache } from "../../../layers/reads/index.ts"
import { type ClientServices, useAction } from "../../index.ts"
import { problemOf } from "../form/problemOf.ts"

/** An action on items, by id, and the state of its last run. */
export interface ItemAction<More extends ReadonlyArray<unknown> = []> {
  readonly run: (id: string, ...more: More) => void
  /** Id of the item that the action is running for. */
  readonly busy: string | undefined
  /** Id of the item that the action last succeeded for. */
  readonly done: string | undefined
  /** Error of the last run, or of an earlier run that had not ended when the last one started. */
  readonly problem: unknown
}

/** Returns an action that runs an effect for one item. */
export const useEach = <More extends ReadonlyArray<any>, A, E>(
  effect: (id: string, ...more: More) => Effect.Effect<A, E, ClientServices | ReadCache>
): ItemAction<More> => {
  const { exit, isPending, run } = useAction((id: string, ...more: More) => bindToUser(effect(id, ...more)))
  const [last, setLast] = useState<string>()
  const [problem, setProblem] = useState<unknown>()
  const pending = useRef(0)
  return {
    run: useCallback(async (id, ...more) => {
      setLast(id)
      if (pending.current === 0) setProblem(undefined)
      pending.current += 1
      const exit = await run(id, ...more)
      pending.current -= 1
      if (Exit.isFailure(exit)) setProblem(problemOf(exit.cause))
    }, [run]),
    busy: isPending ? last : undefined,
    done: exit !== undefined && Exit.isSuccess(exit) ? last : undefined,
    problem
  }
}
