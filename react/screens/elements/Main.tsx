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

/** Whether a screen is the whole page, with the page's `main`, first heading, title and background. */
export const FullPage = createContext(true)

/** Props that every screen has. */
export interface ScreenProps {
  /**
   * Whether the screen is the whole page. With `false`, the screen is a part of your page, where you render it.
   *
   * @default true
   */
  readonly fullPage?: boolean | undefined
}

/** Applies `fullPage` to its screens. Without a value, the surrounding value applies. */
export const Placed = ({ children, fullPage }: ScreenProps & { readonly children: ReactNode }): ReactNode => {
  const inherited = useContext(FullPage)
  return <FullPage.Provider value={fullPage ?? inherited}>{children}</FullPage.Provider>
}

/** Renders the live region from the start, because text that appears together with its region may not be announced. */
export const Main = ({ children, className = "" }: {
  readonly className?: string | undefined
  readonly children: ReactNode
}): ReactNode => {
  const { dir, lang } = useWords(english)
  const isFullPage = useContext(FullPage)
  const [announcement, announce] = useState("")
  const content = (
    <>
      <Announce.Provider value={announce}>{children}</Announce.Provider>
      <span className="lk-hidden" role="status">{announcement}</span>
    </>
  )
  // In a dialog, the dialog element already has the language and the styles.
  if (useContext(DialogHeading) !== undefined) return content
  const Element = isFullPage ? "main" : "div"
  return (
    <Element
      className={`lk-page ${isFullPage ? className : "lk-within"}`.trim()}
      lang={localeOf(lang)}
      dir={dir}
    >
      {content}
    </Element>
  )
}

/**
 * The heading of a screen: an `h1` if the screen is the whole page. In a dialog, the heading is the dialog's accessible
 * name.
 */
export const Heading = ({ id, ...props }: Omit<ComponentProps<"h1">, "ref">): ReactNode => {
  const ofDialog = useContext(DialogHeading)
  const Element = useContext(FullPage) && ofDialog === undefined ? "h1" : "h2"
  return <Element {...props} id={ofDialog ?? id} />
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
