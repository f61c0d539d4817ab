/** Parses URLs the same way in every runtime. Doesn't import Effect. */

/**
 * Parses a URL; `undefined` if it is invalid. `URL.canParse` doesn't exist everywhere, and React Native's `URL` accepts
 * nearly any string and normalizes nothing, so the result is checked too.
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

/**
 * Matches URLs of any scheme. URLs with http and https must have a host, and may have a user, a password and a port.
 */
const wellFormed =
  /^(?:(?!https?:)[a-z][a-z\d+.-]*:|https?:\/\/(?:[^\s/?#@]*@)?(?:\[[\da-f:.]+\]|[^\s/?#@:[\]\\^%<>|]+)(?::\d{1,5})?(?:[/?#]|$))/

/** Removes all slashes at the end of a URL or path. */
export const withoutTrailingSlashes = (text: string): string => {
  let end = text.length
  while (text[end - 1] === "/") end--
  return text.slice(0, end)
}
