/** Removes a request's secrets from strings that quote the response or the runtime. docs/laws.md P1. */

/** Replaces every secret of the request in a text. */
export type Scrub = (text: string) => string

/**
 * Creates a function that removes a request's secrets from texts. The pattern is built for the first text, so
 * successful calls pay nothing.
 *
 * A secret is removed wherever it occurs, in any case and encoding. A secret that may be an ordinary word or number,
 * such as a guessed password, is removed only where it stands alone: removing the secret `long` leaves the word
 * `belongs` unchanged. An echoed secret always stands alone. The fixed sentences of the platform's errors
 * (`ErrorSpec.sentence`) aren't scrubbed: they don't depend on the secret, and a gap in one would reveal it.
 */
export const scrubber = (secrets: ReadonlyArray<string>): Scrub => {
  let patterns: { readonly anywhere: RegExp; readonly alone: RegExp } | undefined
  return (text) => {
    const { alone, anywhere } = patterns ??= patternsOf(secrets)
    return text.replace(anywhere, redacted).replace(
      alone,
      (found: string, at: number, whole: string) => standsAlone(whole, at, at + found.length) ? redacted : found
    )
  }
}

const redacted = "<redacted>"

const patternsOf = (secrets: ReadonlyArray<string>) => {
  const all = secrets.filter((secret) => secret !== "")
  return {
    anywhere: patternOf(all.filter((secret) => !isOrdinary(secret))),
    alone: patternOf(all.filter(isOrdinary))
  }
}

/** Whether a secret is only letters, or a few characters of any kind. The platform's shortest codes have six digits. */
const isOrdinary = (secret: string): boolean => secret.length < 5 || /^[a-z]{5,12}$/i.test(secret)

const letterOrDigit = /[\p{L}\p{N}]/u

/**
 * Matches an escape at the end of a text. The escape's last letter or digit isn't part of a word: `\n`, `\u0020`,
 * `%20`.
 */
const escape = /(?:\\[bfnrt]|\\u[\da-f]{4}|%[\da-f]{2})$/i

const standsAlone = (text: string, from: number, to: number): boolean =>
  !letterOrDigit.test(text.charAt(to))
  && (!letterOrDigit.test(text.charAt(from - 1)) || escape.test(text.slice(Math.max(0, from - 6), from)))

/**
 * Ignores case, because the platform lower-cases codes. The longest secret comes first, because it may begin with a
 * shorter one.
 */
const patternOf = (secrets: ReadonlyArray<string>): RegExp => {
  const escaped = [...new Set(secrets.flatMap(spellings))].sort((a, b) => b.length - a.length).map((text) =>
    text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")
  )
  return escaped.length === 0 ? /(?!)/ : new RegExp(escaped.join("|"), "gi")
}

/**
 * Returns the spellings of a secret in plain text, JSON (once or nested), forms, URLs and HTML. Keys and tokens are
 * spelled the same in all of them.
 */
const spellings = (secret: string): ReadonlyArray<string> => {
  if (/^[\w.-]*$/.test(secret)) return [secret]
  const json = inJson(secret)
  const form = new URLSearchParams({ secret }).toString().slice("secret=".length)
  const component = form.replaceAll("+", "%20")
  const html = secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
  const quoted = html.replaceAll("\"", "&quot;")
  return [
    secret,
    json,
    inJson(json),
    json.replace(/[^ -~]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`),
    form,
    component,
    // Characters that encodeURIComponent leaves unescaped.
    component.replace(/%(?:2[1789]|7E)/g, decodeURIComponent),
    html,
    quoted,
    quoted.replaceAll("'", "&#39;"),
    quoted.replaceAll("'", "&#x27;")
  ]
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)
