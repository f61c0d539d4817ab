/** Texts of the account settings. */
"use client"
import { useWords } from "../Language.tsx"
import { account } from "../texts/account.ts"
import type { Texts } from "../texts/en.ts"

/** Returns the current texts of the account settings; English if a translation has none. */
export const useAccountTexts = (): NonNullable<Texts["account"]> =>
  useWords<Pick<Texts, "account">>({}).account ?? account
