/** A countdown in seconds. */
"use client"
import * as Effect from "effect/Effect"
import { useState } from "react"
import { countDown } from "../../parts/form/countDown.ts"
import { useLasting } from "../../useLasting.ts"
import { retryAfterSeconds } from "./problemText.ts"

/** Returns the remaining seconds until a rate limit ends. */
export const useCountdown = (problem: unknown): number => {
  const [left, setLeft] = useState(retryAfterSeconds(problem) ?? 0)
  useLasting(() => {
    const fiber = Effect.runFork(countDown(retryAfterSeconds(problem) ?? 0, setLeft))
    return () => fiber.interruptUnsafe()
  }, [problem])
  return left
}
