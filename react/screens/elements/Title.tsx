/** The document's title. */
"use client"
import { type ReactNode, useContext, useEffect } from "react"
import { isReact19 } from "../../usePromise.ts"
import { DialogHeading, FullPage } from "./Main.tsx"

/** Sets the page's title until it unmounts. In a dialog, and with `fullPage={false}`, the page keeps its own title. */
export const Title = ({ children }: { readonly children: string }): ReactNode => {
  const isFullPage = useContext(FullPage)
  const isInDialog = useContext(DialogHeading) !== undefined
  if (isInDialog || !isFullPage) return null
  return isReact19 ? <title>{children}</title> : <TitleBefore19>{children}</TitleBefore19>
}

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
