/** All texts of the current language. */
"use client"
import { useContext } from "react"
import { CurrentTexts } from "./Language.tsx"
import { en, type Texts } from "./texts/en.ts"

/** Returns the current texts. */
export const useTexts = (): Texts => useContext(CurrentTexts) ?? en
