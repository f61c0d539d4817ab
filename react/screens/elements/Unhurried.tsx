/** That the shape of what comes, once people have begun to see it, stays long enough to be seen. */
"use client"
import { type ReactNode, useEffect, useState } from "react"
import { usePromise } from "../../usePromise.ts"

/** When the sheet begins to show it (`lk-late`), and how long it then stays, in milliseconds. */
const late = 150
const least = 300

/** Something that has begun to wait. */
export interface Wait {
  /** The shape was seen for long enough. */
  readonly over: Promise<void>
  /** How long what is there already has to wait yet: 0 where nobody has seen the shape, or for long enough. */
  readonly left: () => number
  /** What came is shown, and has not to wait again. */
  readonly end: () => void
}

/** Waiting begins now. */
export const wait = (): Wait => {
  const since = performance.now()
  let isShown = false
  return {
    over: new Promise((resolve) => setTimeout(resolve, late + least)),
    left: () => {
      const seen = performance.now() - since - late
      return !isShown && seen > 0 && seen < least ? least - seen : 0
    },
    end: () => {
      isShown = true
    }
  }
}

/** As React marks what it need not wait for. */
const nothing: Promise<void> = Object.assign(Promise.resolve(), { status: "fulfilled", value: undefined })

/** Beside what is shown in a transition: the transition does not end before it. Asked anew with every attempt to. */
export const Unhurried = ({ waits }: { readonly waits: Wait }): ReactNode => {
  useEffect(() => waits.end(), [waits])
  usePromise(waits.left() > 0 ? waits.over : nothing)
  return null
}

/** Whether the shape is to be shown, for what is told whether it still loads. Where it is gone it does not come back. */
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
