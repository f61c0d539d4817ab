/** What a link brought along in its address. */
"use client"
import * as Redacted from "effect/Redacted"
import { useEffect, useState } from "react"

/**
 * A parameter of the page's address, such as the `code` of a mailed link. It is taken out of the address bar, because
 * histories are read by others; with `stays` it is there for the way back from signing in. `null` when there is none,
 * `undefined` before anybody looked.
 */
export const useLinkParameter = (
  name: string,
  options?: { readonly stays: boolean }
): Redacted.Redacted | null | undefined => {
  const stays = options?.stays === true
  const [found, setFound] = useState<Redacted.Redacted | null>()
  useEffect(() => {
    const url = new URL(location.href)
    const value = url.searchParams.get(name)
    // the first render is the server's, which knows of no address; the second time, as StrictMode has it, nothing is left
    // oxlint-disable-next-line react-hooks/set-state-in-effect
    if (value === null || value === "") return setFound((before) => before ?? null)
    setFound((before) => before != null && Redacted.value(before) === value ? before : Redacted.make(value))
    if (stays) return
    url.searchParams.delete(name)
    history.replaceState(history.state, "", url)
  }, [name, stays])
  return found
}
