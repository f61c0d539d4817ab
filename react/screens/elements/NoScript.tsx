/** What people read whose browser runs no scripts. */
"use client"
import type { ReactNode } from "react"
import { useWords } from "../Language.tsx"
import { common } from "../texts/english.ts"

const english = { common }

/** Nothing on the page answers them: what to do about it. A browser that runs scripts does not show it. */
export const NoScript = (): ReactNode => {
  const { common } = useWords(english)
  return (
    <noscript>
      <p className="lk-note" data-look="danger">{common.noScript}</p>
    </noscript>
  )
}
