/** Parameters of a link in the URL. */
"use client"
import * as Redacted from "effect/Redacted"
import { useState } from "react"
import { useLasting } from "../../useLasting.ts"

/**
 * Returns a parameter of the page's URL, such as the `code` of a link in an email. Removes it from the address bar,
 * because others can read the history; with `stays` it is kept for the return from sign-in. `null`: there is none.
 * `undefined`: the URL has not been read yet.
 */
export const useLinkParameter = (
  name: string,
  options?: { readonly stays: boolean }
): Redacted.Redacted | null | undefined => {
  const stays = options?.stays === true
  const [found, setFound] = useState<Redacted.Redacted | null>()
  // In an effect, because the first render must match the server's, which doesn't know the URL.
  useLasting(() => {
    const url = new URL(location.href)
    const value = url.searchParams.get(name)
    setFound(value === null || value === "" ? null : Redacted.make(value))
    if (value !== null && !stays) {
      url.searchParams.delete(name)
      history.replaceState(history.state, "", url)
    }
    // An `Activity` may show the page again at another URL.
    return () => setFound(undefined)
  }, [name, stays])
  return found
}
