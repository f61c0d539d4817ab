/** Minimum display time for placeholders, so that they don't flash. */
"use client"
import { type ReactNode, useEffect, useState } from "react"
import { usePromise } from "../../usePromise.ts"

/** When the style sheet begins to show a placeholder (`lk-late`), and its minimum display time, in milliseconds. */
const late = 150
const minimum = 300

/** A wait for content that has begun. */
export interface Wait {
  /** Resolves when the placeholder has been visible long enough. */
  readonly minimumReached: Promise<void>
  /** Returns the remaining minimum display time: 0 if the placeholder was not visible, or long enough. */
  readonly left: () => number
  /** Ends the wait after the content was shown. */
  readonly end: () => void
}

/** Begins a wait. */
export const wait = (): Wait => {
  const since = performance.now()
  let isShown = false
  return {
    minimumReached: new Promise((resolve) => setTimeout(resolve, late + minimum)),
    left: () => {
      const seen = performance.now() - since - late
      return !isShown && seen > 0 && seen < minimum ? minimum - seen : 0
    },
    end: () => {
      isShown = true
    }
  }
}

/** A promise with the status fields of React, which doesn't suspend. */
const nothing: Promise<void> = Object.assign(Promise.resolve(), { status: "fulfilled", value: undefined })

/** Rendered in a transition, keeps it from completing before the minimum display time. Checked on every attempt. */
export const Unhurried = ({ waits }: { readonly waits: Wait }): ReactNode => {
  useEffect(() => waits.end(), [waits])
  usePromise(waits.left() > 0 ? waits.minimumReached : nothing)
  return null
}

/** Returns whether to show the placeholder while loading. Once hidden, it stays hidden. */
export const useUnhurried = (isLoading: boolean): boolean => {
  const [waits, setWaits] = useState(() => isLoading ? wait() : undefined)
  const left = isLoading || waits === undefined ? 0 : waits.left()
  if (!isLoading && waits !== undefined && left === 0) setWaits(undefined)
  useEffect(() => {
    if (left === 0) return
    const end = setTimeout(setWaits, left)
    return () => clearTimeout(end)
  }, [left])
  return isLoading || left > 0
}
