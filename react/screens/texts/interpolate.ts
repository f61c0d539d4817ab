import { localeOf } from "./localeOf.ts"

/**
 * The forms of a text, by plural category (`Intl.PluralRules`) of its number. `Categories` are the categories that a
 * language needs in addition to `other`, which replaces missing forms.
 */
export type PluralForms<Categories extends Intl.LDMLPluralRule = never> =
  & { readonly [Category in Categories | "other"]: string }
  & { readonly [Category in Intl.LDMLPluralRule]?: string }

/** A text, or its plural forms. */
export type PluralText<Categories extends Intl.LDMLPluralRule = never> = string | PluralForms<Categories>

/**
 * Replaces `{name}` placeholders. A placeholder without a value stays in the text, so that the mistake is visible. In
 * right-to-left scripts, values are isolated (Unicode UAX 9), so that a name in Latin script doesn't reorder the text
 * around it.
 */
export const interpolate = (text: string, values: { readonly [name: string]: unknown }): string =>
  text.replace(/\{(\w+)\}/g, (braces, name: string) =>
    !Object.hasOwn(values, name)
      ? braces
      : /[\u0590-\u08ff]/.test(text)
      ? `\u2068${String(values[name])}\u2069`
      : String(values[name]))

/** Interpolates the plural form for the number among the values. `lang` is the language of the text. */
export const interpolatePlural = (
  text: PluralText,
  values: { readonly [name: string]: unknown },
  lang: string
): string => interpolate(typeof text === "string" ? text : formOf(text, values, lang), values)

const formOf = (forms: PluralForms, values: { readonly [name: string]: unknown }, lang: string): string => {
  const number = Object.values(values).find((value) => typeof value === "number")
  return (number !== undefined && forms[new Intl.PluralRules(localeOf(lang)).select(number)]) || forms.other
}
