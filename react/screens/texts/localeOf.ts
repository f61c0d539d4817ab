/**
 * Returns the closest BCP 47 tag for the name of a language or locale, for use with `Intl` and the `lang` attribute:
 * `en-US` for `en_US`, `de-DE` for `de_DE.UTF-8@euro`. Returns `undefined`, for the browser's own language, if no part
 * of the name is a valid tag, such as in `C`.
 */
export const localeOf = (name: string): string | undefined => {
  const subtags = name.replace(/[.@].*/s, "").split(/[-_]/)
  for (; subtags.length > 0; subtags.pop()) {
    try {
      return Intl.getCanonicalLocales(subtags.join("-"))[0]
    } catch {
      // A subtag is invalid. Try again without the last one.
    }
  }
  return undefined
}
