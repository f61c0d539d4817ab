/** Addresses of the web: parsing that is right in every runtime. Loads no Effect. */

/**
 * Parses an address; `undefined` where it is invalid. `URL.canParse` isn't everywhere, and the `URL` of React Native
 * accepts nearly any text and normalizes none, so the result is checked as well.
 */
export const parseUrl = (text: string, base?: string | URL): URL | undefined => {
  try {
    const url = new URL(String(text).replace(origin, (start) => start.toLowerCase()), base)
    return wellFormed.test(url.href) ? url : undefined
  } catch {
    return undefined
  }
}

const origin = /^https?:\/\/[^/?#@]*(?=[/?#]|$)/i

/** Any scheme; with http and https, a host and perhaps a user, password and port. */
const wellFormed =
  /^(?:(?!https?:)[a-z][a-z\d+.-]*:|https?:\/\/(?:[^\s/?#@]*@)?(?:\[[\da-f:.]+\]|[^\s/?#@:[\]\\^%<>|]+)(?::\d{1,5})?(?:[/?#]|$))/

/** Takes all slashes off the end of an address or path. */
export const withoutTrailingSlashes = (text: string): string => {
  let end = text.length
  while (text[end - 1] === "/") end--
  return text.slice(0, end)
}
