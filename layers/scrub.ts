/** Takes the secrets of a request out of what an answer, or the runtime, says about it. Reliability law P1. */

/** Replaces every secret of the request in a text. */
export type Scrub = (text: string) => string

/** Built when a text is first scrubbed: calls that succeed pay nothing. */
export const scrubber = (secrets: ReadonlyArray<string>): Scrub => {
  let pattern: RegExp | undefined
  return (text) => text.replace(pattern ??= patternOf(secrets), "<redacted>")
}

/** In any case, because the platform lower-cases codes. The longest first, because one secret can begin another. */
const patternOf = (secrets: ReadonlyArray<string>): RegExp => {
  const all = new Set(secrets.filter((secret) => secret !== "").flatMap(spellings))
  const escaped = [...all].sort((a, b) => b.length - a.length).map((text) =>
    text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")
  )
  return escaped.length === 0 ? /(?!)/ : new RegExp(escaped.join("|"), "gi")
}

/** As plain text, JSON, form, URL and HTML have it. Keys and tokens are the same in all of them. */
const spellings = (secret: string): ReadonlyArray<string> => {
  if (/^[\w.-]*$/.test(secret)) return [secret]
  const form = new URLSearchParams({ secret }).toString().slice("secret=".length)
  const html = secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
  const quoted = html.replaceAll("\"", "&quot;")
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    form,
    form.replaceAll("+", "%20"),
    html,
    quoted,
    quoted.replaceAll("'", "&#39;"),
    quoted.replaceAll("'", "&#x27;")
  ]
}
