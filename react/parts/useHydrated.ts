/** Whether the page is alive. */
"use client"
import { useSyncExternalStore } from "react"

/** `false` on a server, and in a browser until what the server rendered is hydrated; `true` from then on. */
export const useHydrated = (): boolean => useSyncExternalStore(never, yes, no)

const never = () => no
const yes = () => true
const no = () => false
