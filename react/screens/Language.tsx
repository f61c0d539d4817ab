/** Language of the screens. */
"use client"
import { createContext, type ReactNode, useContext } from "react"
import type { Texts } from "./texts/en.ts"

/** The texts of the nearest `Language`. */
export const CurrentTexts = createContext<Texts | undefined>(undefined)

/** Sets the texts of the screens below: a language of the package, such as `de`, or your own translation. @default English */
export const Language = ({ children, texts }: { readonly children: ReactNode; readonly texts: Texts }): ReactNode => (
  <CurrentTexts.Provider value={texts}>{children}</CurrentTexts.Provider>
)

/**
 * Returns the current texts for the keys of `english`, so that a component's bundle contains only its own English
 * texts.
 */
export const useWords = <Words extends Partial<Texts>>(english: Words): Pick<Texts, keyof Words & keyof Texts> =>
  useContext(CurrentTexts) ?? english as Pick<Texts, keyof Words & keyof Texts>
