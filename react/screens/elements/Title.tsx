/** The title of the page. */
"use client"
import { type ReactNode, useContext, useEffect } from "react"
import { isReact19 } from "../../usePromise.ts"
import { DialogHeading } from "./Main.tsx"

/** Until it leaves, the page has this title. A dialog leaves the page its own. */
export const Title = ({ children }: { readonly children: string }): ReactNode =>
  useContext(DialogHeading) !== undefined
    ? null
    : isReact19
    ? <title>{children}</title>
    : <TitleBefore19>{children}</TitleBefore19>

const TitleBefore19 = ({ children }: { readonly children: string }): ReactNode => {
  useEffect(() => {
    const before = document.title
    document.title = children
    return () => {
      document.title = before
    }
  }, [children])
  return null
}
