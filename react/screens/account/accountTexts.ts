/** Texts of the account settings. */
"use client"
import { useWords } from "../Language.tsx"
import { account } from "../texts/account.ts"
import type { AccountTexts } from "../texts/en.ts"

const english = { account }

/** Returns the current texts of the account settings. */
export const useAccountTexts = (): AccountTexts => useWords(english).account as AccountTexts
