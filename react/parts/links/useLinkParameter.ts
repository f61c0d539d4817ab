/** Reads parameters of a link from the URL. */
"use client"
import * as Redacted from "effect/Redacted"
import { useState } from "react"
import { PageHistory } from "../../../layers/browser/index.ts"
import { useLasting } from "../../useLasting.ts"
import { useSetting } from "../../useSetting.ts"

/**
 * Returns a parameter of the page's URL, such as the `code` of a link in an email. Removes the parameter from the
 * address bar, because others could read it in the browser's history. With `stays`, the parameter is kept, because the
 * user returns to this URL after sign-in. `null`: the URL has no such parameter. `undefined`: the URL has not been read
 * yet.
 */
export const useLinkParameter = (
  name: string,
  options?: { readonly stays: boolean }
): Redacted.Redacted | null | undefined => {
  const stays = options?.stays === true
  const history = useSetting(PageHistory)
  const [found, setFound] = useState<Redacted.Redacted | null>()
  // Read the URL in an effect, because the first render must match the server's, which doesn't know the URL.
  useLasting(() => {
    const { href, rewrite } = history()
    const url = new URL(href())
    const value = url.searchParams.get(name)
    setFound(value === null || value === "" ? null : Redacted.make(value))
    if (value !== null && !stays) {
      url.searchParams.delete(name)
      rewrite(url.href)
    }
    // An `Activity` may hide this page and later show it at another URL.
    return () => setFound(undefined)
  }, [history, name, stays])
  return found
}
