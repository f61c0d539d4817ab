/** An effect that survives StrictMode's double mounts. */
"use client"
import { type DependencyList, useEffect, useRef } from "react"

/**
 * Runs an effect until the component unmounts, is hidden by an `Activity`, or `dependencies` change. Unlike
 * `useEffect`, it ignores a cleanup that is immediately followed by the same effect. StrictMode causes such cleanups
 * when a component mounts and when a `Suspense` boundary shows it again.
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
    // The caller passes the dependencies.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, dependencies)
}
