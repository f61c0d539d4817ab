/** Message for browsers without JavaScript. */
"use client"
import type { ReactNode } from "react"
import { useWords } from "../Language.tsx"
import { common } from "../texts/english.ts"

const english = { common }

/** Explains what to do. Browsers that run scripts don't show it. */
export const NoScript = (): ReactNode => {
  const { common } = useWords(english)
  return (
    <noscript>
      <p className="lk-note" data-look="danger">{common.noScript}</p>
    </noscript>
  )
}
