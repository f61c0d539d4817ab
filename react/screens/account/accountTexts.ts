/** What the account settings say. */
"use client"
import { useTexts } from "../Language.tsx"
import { account } from "../texts/account.ts"
import type { Texts } from "../texts/en.ts"

/** The account settings' texts in force: English where a language brings none. */
export const useAccountTexts = (): NonNullable<Texts["account"]> => useTexts().account ?? account
