/** Something that can be done with any item of a list. */
"use client"
import type * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { useCallback, useState } from "react"
import { bindToUser } from "../../../layers/access/index.ts"
import type { Reads } from "../../../layers/reads/index.ts"
import { type ClientServices, useAction } from "../../index.ts"

/** An action on items, by id, and how its last run went. */
export interface Each<More extends ReadonlyArray<unknown> = []> {
  readonly run: (id: string, ...more: More) => void
  /** The item it is being done with. */
  readonly busy: string | undefined
  /** The item it was done with last. */
  readonly done: string | undefined
  /** Why it last failed. */
  readonly problem: unknown
}

/** Runs an effect for an item at a time. */
export const useEach = <More extends ReadonlyArray<any>, A, E>(
  effect: (id: string, ...more: More) => Effect.Effect<A, E, ClientServices | Reads>
): Each<More> => {
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
