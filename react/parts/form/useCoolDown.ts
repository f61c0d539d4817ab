/** A pause before the user can repeat an action. */
"use client"
import { useCallback, useState } from "react"
import { useRunEffect } from "../../index.ts"
import { useLasting } from "../../useLasting.ts"
import { countDown } from "./countDown.ts"

/** Returns the remaining seconds, and a function that starts the pause. */
export const useCoolDown = (seconds: number) => {
  const runEffect = useRunEffect()
  const [begun, setBegun] = useState<object>()
  const [left, setLeft] = useState(0)
  useLasting(() => {
    let isLast = true
    if (begun !== undefined) void runEffect(countDown(seconds, (rest) => isLast && setLeft(rest)))
    return () => {
      isLast = false
    }
  }, [begun, runEffect, seconds])
  const begin = useCallback(() => {
    setLeft(seconds)
    setBegun({})
  }, [seconds])
  return { left, begin }
}
