/** Something that is looked at again and again as long as a component is shown. */
"use client"
import * as Effect from "effect/Effect"
import type * as Result from "effect/Result"
import { useEffect, useState } from "react"
import type { Reads } from "../../layers/Reads.ts"
import { type ClientServices, useRunEffect } from "../index.ts"

/** The last result; `undefined` before the first. Another effect starts over. */
export const useRepeated = <A, E>(
  look: Effect.Effect<A, E, ClientServices | Reads>,
  everyMillis: number
): Result.Result<A, E> | undefined => {
  const runEffect = useRunEffect()
  const [seen, setSeen] = useState<Result.Result<A, E>>()
  useEffect(() => {
    let isOver = false
    const once = Effect.map(Effect.result(look), (result) => {
      if (!isOver) setSeen(result)
    })
    void runEffect(Effect.repeat(Effect.andThen(once, Effect.sleep(everyMillis)), { while: () => !isOver }))
    return () => {
      isOver = true
    }
  }, [look, everyMillis, runEffect])
  return seen
}
