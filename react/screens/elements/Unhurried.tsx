/** Minimum display time for placeholders, so that they don't flash. */
"use client"
import { type ReactNode, useEffect } from "react"
import { usePromise } from "../../usePromise.ts"

/**
 * Delay before the style sheet shows a placeholder (`lk-late`), and minimum display time of the placeholder, in
 * milliseconds.
 */
const late = 150
const minimum = 300

/** A wait for content that is being loaded. */
export interface Wait {
  /**
   * Returns a promise for `use`, which suspends while the placeholder has to stay visible. Always returns the same
   * promise, with a different status, because React warns if a resumed attempt uses a different promise or none.
   */
  readonly minimumReached: () => Promise<void>
  /**
   * Returns the remaining minimum display time. Returns 0 if that time has passed, or if the placeholder was never
   * visible.
   */
  readonly left: () => number
  /** Ends the wait once the content is visible. */
  readonly end: () => void
}

/** Starts a wait. */
export const wait = (): Wait => {
  const since = performance.now()
  let isShown = false
  const promise: Promise<void> & { status?: string } = new Promise((resolve) => setTimeout(resolve, late + minimum))
  const left = () => {
    const seen = performance.now() - since - late
    return !isShown && seen > 0 && seen < minimum ? minimum - seen : 0
  }
  return {
    minimumReached: () => Object.assign(promise, { status: left() > 0 ? "pending" : "fulfilled", value: undefined }),
    left,
    end: () => {
      isShown = true
    }
  }
}

/**
 * Suspends until the minimum display time of the placeholder has passed. Rendered in a transition, it delays the end of
 * the transition. Every attempt to render checks the time again.
 */
export const Unhurried = ({ waits }: { readonly waits: Wait }): ReactNode => {
  useEffect(() => waits.end(), [waits])
  usePromise(waits.minimumReached())
  return null
}
