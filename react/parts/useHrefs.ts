/** Links to other pages, with where to return to carried along from the page people are on. */
"use client"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { useEffect, useState } from "react"
import type { redirectTo } from "../../src/flows/redirects/index.ts"
import { useRunEffect } from "../index.ts"
import { onNavigation } from "./onNavigation.ts"
import { onwardHref } from "./onwards.ts"
import { usePages } from "./usePages.ts"

/** The addresses of pages. On a server they have no query, for who is going where is known in the browser only. */
export const useHrefs = <const P extends redirectTo.Page>(
  ...pages: ReadonlyArray<P>
): { readonly [Each in P]: string } => {
  const runEffect = useRunEffect()
  const urls = usePages()
  const [hrefs, setHrefs] = useState<{ readonly [Each in P]: string }>(urls)
  const names = pages.join(" ")
  useEffect(() => {
    const wanted = names.split(" ") as ReadonlyArray<string> as ReadonlyArray<P>
    const all = Effect.forEach(wanted, (page) => Effect.map(onwardHref(page), (href) => [page, href] as const))
    const look = () =>
      void runEffect(all).then((exit) => {
        if (Exit.isSuccess(exit)) setHrefs(Object.fromEntries(exit.value) as { readonly [Each in P]: string })
      })
    look()
    return onNavigation(look)
  }, [runEffect, names])
  return hrefs
}
