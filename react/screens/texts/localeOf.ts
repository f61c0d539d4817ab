/**
 * Returns the nearest BCP 47 tag for the name of a language or locale, as `Intl` and the attribute `lang` take it:
 * `en-US` for `en_US`, `de-DE` for `de_DE.UTF-8@euro`. `undefined`, which stands for the browser's own language, if nothing of the
 * name is a tag, such as `C`.
 */
export const localeOf = (name: string): string | undefined => {
  const subtags = name.replace(/[.@].*/s, "").split(/[-_]/)
  for (; subtags.length > 0; subtags.pop()) {
    try {
      return Intl.getCanonicalLocales(subtags.join("-"))[0]
    } catch {
      // the last part is no subtag
    }
  }
  return undefined
}
