/** The `main` of a screen, with the line that tells assistive technology what is going on. */
"use client"
import { createContext, type ReactNode, useContext, useEffect, useState } from "react"
import { useTexts } from "../Language.tsx"

const Say = createContext<(text: string) => void>(() => {})

/** The line is there from the start: what comes with its text may be missed. */
export const Main = ({ children, className = "" }: {
  readonly className?: string
  readonly children: ReactNode
}): ReactNode => {
  const { dir, lang } = useTexts()
  const [said, say] = useState("")
  return (
    <main className={`lk-page ${className}`.trim()} lang={lang} dir={dir}>
      <Say value={say}>{children}</Say>
      <span className="lk-hidden" role="status">{said}</span>
    </main>
  )
}

/** Says it as long as it is true. */
export const useSaid = (text: string, isTrue: boolean): void => {
  const say = useContext(Say)
  useEffect(() => {
    if (!isTrue) return
    say(text)
    return () => say("")
  }, [isTrue, say, text])
}
