/** Message for browsers without JavaScript. */
"use client"
import type { ReactNode } from "react"
import { useWords } from "../Language.tsx"
import { common } from "../texts/english.ts"

const english = { common }

/** A message that JavaScript must be turned on. Browsers that run scripts don't show the message. */
export const NoScript = (): ReactNode => {
  const { common } = useWords(english)
  return (
    <noscript>
      <p className="lk-note" data-look="danger">{common.noScript}</p>
    </noscript>
  )
}
