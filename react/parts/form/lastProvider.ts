/** Which provider people went to last, in this browser. It is a convenience: where nothing is kept, nobody misses it. */
"use client"
import { useSyncExternalStore } from "react"

const key = "latchkey.last-provider"

/** Remembers it, where the browser keeps anything. */
export const rememberProvider = (provider: string): void => {
  try {
    localStorage.setItem(key, provider)
  } catch {
    // storage is blocked or full
  }
}

const remembered = (): string | undefined => {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

const onChange = (changed: () => void) => {
  addEventListener("storage", changed)
  return () => removeEventListener("storage", changed)
}

/** `undefined` on a server, at the first render of its answer, and where there is none. */
export const useLastProvider = (): string | undefined => useSyncExternalStore(onChange, remembered, unknown)

const unknown = () => undefined
