/** The texts of the screens: English, and the type of translations. */
import type { account } from "./account.ts"
import * as english from "./english.ts"
import type { PluralForms, PluralText } from "./interpolate.ts"
import type { ScreenError } from "./ScreenError.ts"

export type { PluralText } from "./interpolate.ts"
export type { ScreenError } from "./ScreenError.ts"

/** English texts. `{name}` is a placeholder. */
export const en = { ...english } as const

/**
 * Texts of one language, with the same keys as the English texts. `Categories` are the plural categories that the
 * language needs in addition to `other`, such as `"one"`.
 */
export interface Texts<Categories extends Intl.LDMLPluralRule = never> extends Worded<typeof en, Categories> {
  /**
   * Messages of the platform's errors by tag, with placeholders such as `{minLength}`. An error without a message here
   * is shown in English.
   */
  readonly errors?: { readonly [Tag in ScreenError]?: PluralText<Categories> | undefined } | undefined
  /** Texts of the account settings, which other screens don't load. Missing texts are shown in English. */
  readonly account?: Partially<Worded<typeof account, Categories>> | undefined
}

/** A translation. Missing texts are shown in English, so that new texts in the package don't break your translation. */
export type Translation<Categories extends Intl.LDMLPluralRule = never> =
  & Pick<Texts<Categories>, "account" | "dir" | "errors" | "lang">
  & Partially<Omit<Texts<Categories>, "account" | "dir" | "errors" | "lang">>

/** All texts of the account settings. */
export type AccountTexts = Worded<typeof account, never>

type Partially<T> = T extends string | { readonly other: string } ? T
  : { readonly [K in keyof T]?: Partially<T[K]> | undefined }

type Worded<T, Categories extends Intl.LDMLPluralRule> = {
  readonly [K in keyof T]: K extends "dir" ? "ltr" | "rtl"
    : T[K] extends string ? string
    : T[K] extends { readonly other: string } ? [Categories] extends [never] ? PluralText : PluralForms<Categories>
    : Worded<T[K], Categories>
}
