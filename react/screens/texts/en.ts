/** The texts of the screens: English, and the type of translations. */
import type { account } from "./account.ts"
import * as english from "./english.ts"
import type { ScreenError } from "./ScreenError.ts"

export type { ScreenError } from "./ScreenError.ts"

/** English texts. `{name}` is a placeholder. */
export const en = { ...english } as const

/** Texts of one language, with the keys of the English ones. */
export interface Texts extends Worded<typeof en> {
  /**
   * Messages of the platform's errors by tag, with placeholders such as `{minLength}`. Without these messages, errors
   * are shown in English.
   */
  readonly errors?: { readonly [Tag in ScreenError]: string }
  /** Texts of the account settings, which other screens don't load. Without them, the settings are shown in English. */
  readonly account?: Worded<typeof account>
}

/** A complete translation, including error messages. */
export type Translation = Required<Texts>

type Worded<T> = {
  readonly [K in keyof T]: K extends "dir" ? "ltr" | "rtl" : T[K] extends string ? string : Worded<T[K]>
}
