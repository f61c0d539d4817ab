/** Remembers the OAuth provider last used in this browser. Errors of the browser's storage are ignored. */
"use client"
import { useSyncExternalStore } from "react"

const key = "latchkey.last-provider"

/** Stores the provider. */
export const rememberProvider = (provider: string): void => {
  try {
    localStorage.setItem(key, provider)
  } catch {
    // The browser's storage is blocked or full.
  }
}

const storedProvider = (): string | undefined => {
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

/** Returns the stored provider. `undefined` on a server, during hydration, and if there is none. */
export const useLastProvider = (): string | undefined => useSyncExternalStore(onChange, storedProvider, unknown)

const unknown = () => undefined
