/** The `main` element of a screen or the content of a dialog, with a live region. */
"use client"
import { type ComponentProps, createContext, type ReactNode, useContext, useEffect, useState } from "react"
import { useWords } from "../Language.tsx"
import { dir, lang } from "../texts/english.ts"
import { localeOf } from "../texts/localeOf.ts"

const english = { dir, lang }

const Announce = createContext<(text: string) => void>(() => {})

/** Id of the heading that names the surrounding dialog. `undefined` on a page. */
export const DialogHeading = createContext<string | undefined>(undefined)

/** Renders the live region from the start, because text that appears together with its region may not be announced. */
export const Main = ({ children, className = "" }: {
  readonly className?: string
  readonly children: ReactNode
}): ReactNode => {
  const { dir, lang } = useWords(english)
  const [announcement, announce] = useState("")
  const content = (
    <>
      <Announce.Provider value={announce}>{children}</Announce.Provider>
      <span className="lk-hidden" role="status">{announcement}</span>
    </>
  )
  // In a dialog, the dialog element already has the language and the styles.
  if (useContext(DialogHeading) !== undefined) return content
  return <main className={`lk-page ${className}`.trim()} lang={localeOf(lang)} dir={dir}>{content}</main>
}

/** The heading of a screen: `h1` on a page. In a dialog, the heading is the dialog's accessible name. */
export const Heading = (props: Omit<ComponentProps<"h1">, "ref">): ReactNode => {
  const id = useContext(DialogHeading)
  return id === undefined ? <h1 {...props} /> : <h2 {...props} id={id} />
}

/** Announces a text while a condition is true. */
export const useAnnouncement = (text: string, isTrue: boolean): void => {
  const announce = useContext(Announce)
  useEffect(() => {
    if (!isTrue) return
    announce(text)
    return () => announce("")
  }, [announce, isTrue, text])
}
