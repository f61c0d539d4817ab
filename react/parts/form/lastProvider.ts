/** Remembers the OAuth provider last used in this browser. Errors of the browser's storage are ignored. */
"use client"
import { useSyncExternalStore } from "react"
import { useStorage } from "./useStorage.ts"

const key = "latchkey.last-provider"

const onChange = (changed: () => void) => {
  // React Native has no window events
  globalThis.addEventListener?.("storage", changed)
  return () => globalThis.removeEventListener?.("storage", changed)
}

/**
 * Returns the stored provider, and a function that stores one. The provider is `undefined` on a server, during hydration,
 * and if there is none.
 */
export const useLastProvider = (): readonly [provider: string | undefined, remember: (provider: string) => void] => {
  const { read, write } = useStorage("local", key)
  return [useSyncExternalStore(onChange, read, unknown), write]
}

const unknown = () => undefined
