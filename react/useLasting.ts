/** Effects that outlast the double mounts of StrictMode. */
"use client"
import { type DependencyList, useEffect, useRef } from "react"

/**
 * Starts something that lasts until the component leaves, is hidden by an `Activity`, or `dependencies` change. Unlike
 * `useEffect`, it ignores a clean-up that is followed at once by the same effect: StrictMode causes one when a component
 * mounts and whenever a `Suspense` boundary shows it again, and the component has not left.
 */
export const useLasting = (start: () => () => void, dependencies: DependencyList): void => {
  const current = useRef<{
    readonly dependencies: DependencyList
    readonly stop: () => void
    isLeft: boolean
  }>(undefined)
  useEffect(() => {
    const before = current.current
    if (before?.dependencies.every((each, at) => Object.is(each, dependencies[at]))) before.isLeft = false
    else {
      before?.stop()
      current.current = { dependencies, stop: start(), isLeft: false }
    }
    const mine = current.current!
    return () => {
      mine.isLeft = true
      queueMicrotask(() => {
        if (!mine.isLeft || current.current !== mine) return
        current.current = undefined
        mine.stop()
      })
    }
    // the caller names them
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, dependencies)
}
