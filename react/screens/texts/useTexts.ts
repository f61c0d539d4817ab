/** All texts of the screens. */
"use client"
import { useWords } from "../Language.tsx"
import { en, type Texts } from "./en.ts"

/** Returns the current texts. */
export const useTexts = (): Texts => useWords<Texts>(en)
