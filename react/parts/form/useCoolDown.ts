/** A pause before something may be done again. */
"use client"
import * as Effect from "effect/Effect"
import { useCallback, useEffect, useState } from "react"
import { countDown } from "./countDown.ts"

/** The seconds that are left of the pause, and what begins it. */
export const useCoolDown = (seconds: number) => {
  const [begun, setBegun] = useState<object>()
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (begun === undefined) return
    const fiber = Effect.runFork(countDown(seconds, setLeft))
    return () => fiber.interruptUnsafe()
  }, [begun, seconds])
  const begin = useCallback(() => {
    setLeft(seconds)
    setBegun({})
  }, [seconds])
  return { left, begin }
}
