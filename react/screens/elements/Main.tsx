/** The `main` of a screen, or what stands in a dialog, with the line that tells assistive technology what is going on. */
"use client"
import { type ComponentProps, createContext, type ReactNode, useContext, useEffect, useState } from "react"
import { useWords } from "../Language.tsx"
import { dir, lang } from "../texts/english.ts"
import { localeOf } from "../texts/localeOf.ts"

const english = { dir, lang }

const Announce = createContext<(text: string) => void>(() => {})

/** The id of the heading that names the dialog around. `undefined`: what is shown is a page. */
export const DialogHeading = createContext<string | undefined>(undefined)

/** The line is there from the start: what comes with its text may be missed. */
export const Main = ({ children, className = "" }: {
  readonly className?: string
  readonly children: ReactNode
}): ReactNode => {
  const { dir, lang } = useWords(english)
  const [announcement, announce] = useState("")
  const said = (
    <>
      <Announce.Provider value={announce}>{children}</Announce.Provider>
      <span className="lk-hidden" role="status">{announcement}</span>
    </>
  )
  // a dialog has the language and the looks of a page itself
  if (useContext(DialogHeading) !== undefined) return said
  return <main className={`lk-page ${className}`.trim()} lang={localeOf(lang)} dir={dir}>{said}</main>
}

/** The one heading of a screen: the page's first, or the one that names the dialog. */
export const Heading = (props: Omit<ComponentProps<"h1">, "ref">): ReactNode => {
  const id = useContext(DialogHeading)
  return id === undefined ? <h1 {...props} /> : <h2 {...props} id={id} />
}

/** Announces it as long as it is true. */
export const useAnnouncement = (text: string, isTrue: boolean): void => {
  const announce = useContext(Announce)
  useEffect(() => {
    if (!isTrue) return
    announce(text)
    return () => announce("")
  }, [announce, isTrue, text])
}
