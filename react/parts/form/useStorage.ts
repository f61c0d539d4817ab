/** A string in the browser's storage. Storage errors are ignored: the storage may be blocked or full. */
"use client"
import { useMemo } from "react"
import { PageStorage } from "../../../layers/browser/index.ts"
import { useSetting } from "../../useSetting.ts"

/** Returns functions that read and write the string. `read` returns `undefined` if there is none. */
export const useStorage = (kind: "local" | "session", key: string) => {
  const storage = useSetting(PageStorage)
  return useMemo(() => ({
    read: (): string | undefined => {
      try {
        return storage()(kind)?.getItem(key) || undefined
      } catch {
        return undefined
      }
    },
    write: (text: string): void => {
      try {
        storage()(kind)?.setItem(key, text)
      } catch {
        // The browser's storage is blocked or full.
      }
    }
  }), [storage, kind, key])
}
