/** Seconds that pass while people look. */
"use client"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { useEffect, useState } from "react"
import { retryAfterSeconds } from "./problemText.ts"

/** How many seconds are left of the wait that a rate limit asks for. */
export const useCountdown = (problem: unknown): number => {
  const [left, setLeft] = useState(retryAfterSeconds(problem) ?? 0)
  useEffect(() => {
    const counting = Effect.gen(function*() {
      const end = (yield* Clock.currentTimeMillis) + (retryAfterSeconds(problem) ?? 0) * 1000
      for (;;) {
        const now = yield* Clock.currentTimeMillis
        const rest = Math.max(0, Math.ceil((end - now) / 1000))
        setLeft(rest)
        if (rest === 0) return
        // to the next whole second, so that none is left out when the page was busy
        yield* Effect.sleep(end - now - (rest - 1) * 1000)
      }
    })
    const fiber = Effect.runFork(counting)
    return () => fiber.interruptUnsafe()
  }, [problem])
  return left
}
