/** The `main` of a screen, with the line that tells assistive technology what is going on. */
"use client"
import { createContext, type ReactNode, useContext, useEffect, useState } from "react"
import { useWords } from "../Language.tsx"
import { dir, lang } from "../texts/english.ts"

const english = { dir, lang }

const Announce = createContext<(text: string) => void>(() => {})

/** The line is there from the start: what comes with its text may be missed. */
export const Main = ({ children, className = "" }: {
  readonly className?: string
  readonly children: ReactNode
}): ReactNode => {
  const { dir, lang } = useWords(english)
  const [announcement, announce] = useState("")
  return (
    <main className={`lk-page ${className}`.trim()} lang={lang} dir={dir}>
      <Announce.Provider value={announce}>{children}</Announce.Provider>
      <span className="lk-hidden" role="status">{announcement}</span>
    </main>
  )
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
