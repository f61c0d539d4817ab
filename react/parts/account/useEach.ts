/** Actions on the items of a list. */
"use client"
import type * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { useCallback, useState } from "react"
import { bindToUser } from "../../../layers/access/index.ts"
import type { ReadCache } from "../../../layers/reads/index.ts"
import { type ClientServices, useAction } from "../../index.ts"

/** An action on items, by id, and the state of its last run. */
export interface ItemAction<More extends ReadonlyArray<unknown> = []> {
  readonly run: (id: string, ...more: More) => void
  /** Id of the item that the action is running for. */
  readonly busy: string | undefined
  /** Id of the item that the action last succeeded for. */
  readonly done: string | undefined
  /** Error of the last run. */
  readonly problem: unknown
}

/** Returns an action that runs an effect for one item. */
export const useEach = <More extends ReadonlyArray<any>, A, E>(
  effect: (id: string, ...more: More) => Effect.Effect<A, E, ClientServices | ReadCache>
): ItemAction<More> => {
  const { error, exit, isPending, run } = useAction((id: string, ...more: More) => bindToUser(effect(id, ...more)))
  const [last, setLast] = useState<string>()
  return {
    run: useCallback((id, ...more) => {
      setLast(id)
      void run(id, ...more)
    }, [run]),
    busy: isPending ? last : undefined,
    done: exit !== undefined && Exit.isSuccess(exit) ? last : undefined,
    problem: error
  }
}
