/** Links to other pages that keep the return URL of the current page. */
"use client"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { useEffect, useState } from "react"
import { PageHistory } from "../../layers/browser/index.ts"
import type { redirectTo } from "../../src/flows/redirects/index.ts"
import { useRunEffect } from "../index.ts"
import { useSetting } from "../useSetting.ts"
import { nextHref } from "./onwards.ts"
import { usePages } from "./usePages.ts"

/** Returns the URLs of pages. On a server they have no query, because only the browser knows the return URL. */
export const useHrefs = <const P extends redirectTo.Page>(
  ...pages: ReadonlyArray<P>
): { readonly [Each in P]: string } => {
  const runEffect = useRunEffect()
  const history = useSetting(PageHistory)
  const urls = usePages()
  const [hrefs, setHrefs] = useState<{ readonly [Each in P]: string }>(urls)
  const names = pages.join(" ")
  useEffect(() => {
    const wanted = names.split(" ") as ReadonlyArray<string> as ReadonlyArray<P>
    const all = Effect.forEach(wanted, (page) => Effect.map(nextHref(page), (href) => [page, href] as const))
    const look = () =>
      void runEffect(all).then((exit) => {
        if (Exit.isSuccess(exit)) setHrefs(Object.fromEntries(exit.value) as { readonly [Each in P]: string })
      })
    look()
    return history().onNavigation(look)
  }, [history, runEffect, names])
  return hrefs
}
