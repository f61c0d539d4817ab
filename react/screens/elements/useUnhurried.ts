/** Minimum display time for the placeholder of content that loads without suspending. */
"use client"
import { useEffect, useState } from "react"
import { wait } from "./Unhurried.tsx"

/** Returns whether to show the placeholder while loading. Once the placeholder is hidden, it stays hidden. */
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
