/** What the screens say, in English and in every other language. */
import type { account } from "./account.ts"
import * as english from "./english.ts"
import type { ScreenError } from "./ScreenError.ts"

export type { ScreenError } from "./ScreenError.ts"

/** `{name}` is filled in. */
export const en = { ...english } as const

/** One language: the same keys as the English texts, other words. */
export interface Texts extends Worded<typeof en> {
  /** The platform's errors by tag; `{minLength}` is filled in from the details. Without it they speak English. */
  readonly errors?: { readonly [Tag in ScreenError]: string }
  /** The account settings. Without it they speak English: no other screen carries their words. */
  readonly account?: Worded<typeof account>
}

/** A language other than English: everything said, errors too. */
export type Translation = Required<Texts>

type Worded<T> = {
  readonly [K in keyof T]: K extends "dir" ? "ltr" | "rtl" : T[K] extends string ? string : Worded<T[K]>
}
