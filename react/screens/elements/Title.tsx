/** The title of the page. */
"use client"
import { type ReactNode, useEffect } from "react"
import { isReact19 } from "../../usePromise.ts"

/** Until it leaves, the page has this title. */
export const Title = ({ children }: { readonly children: string }): ReactNode =>
  isReact19 ? <title>{children}</title> : <TitleBefore19>{children}</TitleBefore19>

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
