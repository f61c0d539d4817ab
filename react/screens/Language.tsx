/** The language the screens below speak. */
"use client"
import { createContext, type ReactNode, useContext } from "react"
import { en, type Texts } from "./texts/en.ts"

const Current = createContext<Texts>(en)

/** Screens below speak `texts`: `de`, `ar`, or a language of your own. @default English */
export const Language = ({ children, texts }: { readonly children: ReactNode; readonly texts: Texts }): ReactNode => (
  <Current value={texts}>{children}</Current>
)

/** The texts in force. */
export const useTexts = (): Texts => useContext(Current)
