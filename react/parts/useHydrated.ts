/** Whether the page is hydrated. */
"use client"
import { useSyncExternalStore } from "react"

/** Returns `false` on a server and until hydration in the browser; then `true`. */
export const useHydrated = (): boolean => useSyncExternalStore(never, yes, no)

const never = () => no
const yes = () => true
const no = () => false
