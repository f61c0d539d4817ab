/** Language of the screens. */
"use client"
import { createContext, type ReactNode, useContext } from "react"
import { en, type Texts } from "./texts/en.ts"

const Current = createContext<Texts | undefined>(undefined)

/** Sets the texts of the screens below: a language of the package, such as `de`, or your own translation. @default English */
export const Language = ({ children, texts }: { readonly children: ReactNode; readonly texts: Texts }): ReactNode => (
  <Current.Provider value={texts}>{children}</Current.Provider>
)

/** Returns the current texts. */
export const useTexts = (): Texts => useContext(Current) ?? en

/**
 * Returns the current texts for the keys of `english`, so that a component's bundle contains only its own English
 * texts.
 */
export const useWords = <Words extends Partial<Texts>>(english: Words): Pick<Texts, keyof Words & keyof Texts> =>
  useContext(Current) ?? english as Pick<Texts, keyof Words & keyof Texts>
