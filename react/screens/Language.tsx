/** Language of the screens. */
"use client"
import { createContext, type ReactNode, useContext, useMemo } from "react"
import type { Texts, Translation } from "./texts/en.ts"

/** The texts of the nearest `Language`. */
const CurrentTexts = createContext<Translation | undefined>(undefined)

/**
 * Sets the texts of the screens below: a language of the package, such as `de`, or your own translation. Texts missing
 * from the translation are shown in English.
 *
 * @default English
 */
export const Language = (
  { children, texts }: { readonly children: ReactNode; readonly texts: Translation }
): ReactNode => <CurrentTexts.Provider value={texts}>{children}</CurrentTexts.Provider>

/**
 * Returns the current texts for the keys of `english`, with English for each text that the translation lacks. This way,
 * a component's bundle contains only its own English texts.
 */
export const useWords = <Words extends Partial<Texts>>(english: Words): Pick<Texts, keyof Words & keyof Texts> => {
  const texts = useContext(CurrentTexts)
  return useMemo(() => filled(english, texts), [english, texts]) as Pick<Texts, keyof Words & keyof Texts>
}

/** Fills in English for missing texts. A text is a string, or an object with its plural forms. */
const filled = (english: object | string, texts: object | string | undefined): object | string =>
  texts === undefined || typeof english === "string" || "other" in english
    ? texts ?? english
    : {
      ...Object(texts),
      ...Object.fromEntries(
        Object.entries(english).map(([key, each]) => [key, filled(each, Reflect.get(Object(texts), key))])
      )
    }
