/** That the shape of what comes, once people have begun to see it, stays long enough to be seen. */
"use client"
import { type ReactNode, useEffect, useState } from "react"
import { usePromise } from "../../usePromise.ts"

/** When the sheet begins to show it (`lk-late`), and how long it then stays, in milliseconds. */
const late = 150
const least = 300

/** Something that has begun to wait. */
export interface Wait {
  readonly since: number
  /** The shape was seen for long enough. */
  readonly over: Promise<void>
}

/** Waiting begins now. */
export const wait = (): Wait => ({
  since: performance.now(),
  over: new Promise((resolve) => setTimeout(resolve, late + least))
})

/** How long what is there already has to wait yet: 0 where nobody has seen the shape, or for long enough. */
const leftOf = ({ since }: Wait): number => {
  const seen = performance.now() - since - late
  return seen > 0 && seen < least ? least - seen : 0
}

/** As React marks what it need not wait for. */
const nothing: Promise<void> = Object.assign(Promise.resolve(), { status: "fulfilled", value: undefined })

/** Beside what is shown in a transition: the transition does not end before it. Asked anew with every attempt to. */
export const Unhurried = ({ waits }: { readonly waits: Wait }): ReactNode => {
  const [isOver, end] = useState(false)
  useEffect(() => end(true), [])
  usePromise(!isOver && leftOf(waits) > 0 ? waits.over : nothing)
  return null
}

/** Whether the shape is to be shown, for what is told whether it still loads. Where it is gone it does not come back. */
export const useUnhurried = (isLoading: boolean): boolean => {
  const [waits, setWaits] = useState(() => isLoading ? wait() : undefined)
  const left = isLoading || waits === undefined ? 0 : leftOf(waits)
  if (!isLoading && waits !== undefined && left === 0) setWaits(undefined)
  useEffect(() => {
    if (left === 0) return
    const end = setTimeout(setWaits, left)
    return () => clearTimeout(end)
  }, [left])
  return isLoading || left > 0
}
