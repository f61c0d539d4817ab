/** Takes the secrets of a request out of what an answer, or the runtime, says about it. docs/laws.md P1. */

/** Replaces every secret of the request in a text. */
export type Scrub = (text: string) => string

/**
 * Built when a text is first scrubbed: calls that succeed pay nothing.
 *
 * A secret goes wherever it stands, in any case and in every spelling an answer may give it. One that could be an ordinary
 * word or number, as somebody's first try at a password is, goes where it stands alone: `long` leaves `belongs` alone, and
 * an echo of it is always set off by something. What the platform always says with an error is not scrubbed at all
 * (`ErrorSpec.sentence`): it does not depend on the secret, and a gap in it would tell the secret.
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

/** Letters alone, or a few characters of any kind. The shortest codes that the platform gives have six digits. */
const isOrdinary = (secret: string): boolean => secret.length < 5 || /^[a-z]{5,12}$/i.test(secret)

const letterOrDigit = /[\p{L}\p{N}]/u

/** Escapes end in a letter or a digit that belongs to them: `\n`, `\u0020`, `%20`. */
const escape = /(?:\\[bfnrt]|\\u[\da-f]{4}|%[\da-f]{2})$/i

const standsAlone = (text: string, from: number, to: number): boolean =>
  !letterOrDigit.test(text.charAt(to))
  && (!letterOrDigit.test(text.charAt(from - 1)) || escape.test(text.slice(Math.max(0, from - 6), from)))

/** In any case, because the platform lower-cases codes. The longest first, because one secret can begin another. */
const patternOf = (secrets: ReadonlyArray<string>): RegExp => {
  const escaped = [...new Set(secrets.flatMap(spellings))].sort((a, b) => b.length - a.length).map((text) =>
    text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")
  )
  return escaped.length === 0 ? /(?!)/ : new RegExp(escaped.join("|"), "gi")
}

/** As plain text, JSON (once or in JSON again), form, URL and HTML have it. Keys and tokens are the same in all of them. */
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
    // what encodeURIComponent leaves as it is
    component.replace(/%(?:2[1789]|7E)/g, decodeURIComponent),
    html,
    quoted,
    quoted.replaceAll("'", "&#39;"),
    quoted.replaceAll("'", "&#x27;")
  ]
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)
