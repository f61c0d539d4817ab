/** A pause before something may be done again. */
"use client"
import { useCallback, useState } from "react"
import { useRunEffect } from "../../index.ts"
import { useLasting } from "../../useLasting.ts"
import { countDown } from "./countDown.ts"

/** The seconds that are left of the pause, and what begins it. */
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
