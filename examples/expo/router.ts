/** A minimal router: the current path, and functions that change it. */
import { useSyncExternalStore } from "react"

let path = "/"
const listeners = new Set<() => void>()

export const navigate = (next: string): void => {
  path = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Returns the current path, without its query parameters. */
export const usePath = (): string => useSyncExternalStore(subscribe, () => path.split("?")[0]!)
