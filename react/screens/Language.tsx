/** The language the screens below speak. */
"use client"
import { createContext, type ReactNode, useContext } from "react"
import { en, type Texts } from "./texts/en.ts"

const Current = createContext<Texts | undefined>(undefined)

/** Screens below speak `texts`: `de`, `ar`, or a language of your own. @default English */
export const Language = ({ children, texts }: { readonly children: ReactNode; readonly texts: Texts }): ReactNode => (
  <Current.Provider value={texts}>{children}</Current.Provider>
)

/** The texts in force. */
export const useTexts = (): Texts => useContext(Current) ?? en

/** Those in force of the parts that a component says, which it brings in English: none carries the words of others. */
export const useWords = <Words extends Partial<Texts>>(english: Words): Pick<Texts, keyof Words & keyof Texts> =>
  useContext(Current) ?? english as Pick<Texts, keyof Words & keyof Texts>
