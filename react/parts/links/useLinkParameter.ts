/** What a link brought along in its address. */
"use client"
import * as Redacted from "effect/Redacted"
import { useState } from "react"
import { useLasting } from "../../useLasting.ts"

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
  // the first render is the server's, which does not know the address
  useLasting(() => {
    const url = new URL(location.href)
    const value = url.searchParams.get(name)
    setFound(value === null || value === "" ? null : Redacted.make(value))
    if (value !== null && !stays) {
      url.searchParams.delete(name)
      history.replaceState(history.state, "", url)
    }
    // an `Activity` may show the page again at another address
    return () => setFound(undefined)
  }, [name, stays])
  return found
}
