/** Something that is looked at again and again as long as a component is shown. */
"use client"
import * as Effect from "effect/Effect"
import type * as Result from "effect/Result"
import { useCallback, useEffect, useRef, useState } from "react"
import type { Reads } from "../../layers/reads/index.ts"
import { type ClientServices, useRunEffect } from "../index.ts"

/** The last result, `undefined` before the first, and how to look again at once. Another effect starts over. */
export const useRepeated = <A, E>(
  look: Effect.Effect<A, E, ClientServices | Reads>,
  everyMillis: number
): readonly [seen: Result.Result<A, E> | undefined, again: () => void] => {
  const runEffect = useRunEffect()
  const [seen, setSeen] = useState<Result.Result<A, E>>()
  const waiting = useRef(() => {})
  useEffect(() => {
    let isOver = false
    const once = Effect.map(Effect.result(look), (result) => {
      if (!isOver) setSeen(result)
    })
    const asked = Effect.callback<void>((resume) => {
      waiting.current = () => resume(Effect.void)
    })
    const wait = Effect.raceFirst(Effect.sleep(everyMillis), asked)
    void runEffect(Effect.repeat(Effect.andThen(once, wait), { while: () => !isOver }))
    return () => {
      isOver = true
    }
  }, [look, everyMillis, runEffect])
  return [seen, useCallback(() => waiting.current(), [])]
}
