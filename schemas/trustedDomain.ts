/** Checks URLs against a project's trusted domains. docs/platform.md §4. */
import { parseUrl } from "./address.ts"
import type { AdminProject } from "./entities/Project.ts"

/** Whether a host is one that `allowLocalhost` trusts. */
export const isLocalhost = (host: string): boolean =>
  host === "localhost" || host.endsWith(".localhost") || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host)

const standardPort: { readonly [scheme: string]: string } = { "http:": "80", "https:": "443" }

const portOf = (url: URL): string => url.port === "" ? standardPort[url.protocol] ?? "" : url.port

/**
 * Whether a text matches a pattern: `*` matches any text without dots, `**` any text. Runs in time proportional to the
 * length of the pattern times that of the text; a regular expression with many stars could backtrack exponentially.
 */
const fits = (pattern: string, text: string): boolean => {
  // for each prefix of the text: whether the pattern so far matches it
  let covered = [true, ...Array.from(text, () => false)]
  for (const part of pattern.toLowerCase().match(/\*\*|[^]/g) ?? []) {
    const next = covered.map(() => false)
    for (let at = 0; at < next.length; at++) {
      const last = text[at - 1]?.toLowerCase()
      next[at] = part === "*" || part === "**"
        ? covered[at]! || (at > 0 && next[at - 1]! && (part === "**" || last !== "."))
        : at > 0 && covered[at - 1]! && last === part
    }
    covered = next
  }
  return covered.at(-1)!
}

const covers = (domain: string, url: URL): boolean => {
  if (!domain.includes("*")) {
    const trusted = parseUrl(domain)
    return trusted !== undefined && trusted.protocol === url.protocol && trusted.hostname === url.hostname &&
      portOf(trusted) === portOf(url)
  }
  const parts = /^([a-z][a-z0-9+.-]*:)\/\/([^/?#]*)/i.exec(domain)
  if (parts === null || parts[1]!.toLowerCase() !== url.protocol) return false
  const [host, port] = parts[2]!.split(/:(?=[^:]*$)/)
  return fits(host!, url.hostname) && fits(port ?? standardPort[url.protocol] ?? "", portOf(url))
}

/** Whether a project trusts a URL. Path and query are ignored. */
export const trusts = (
  { allowLocalhost, domains }: Pick<AdminProject["config"], "allowLocalhost" | "domains">,
  text: string
): boolean => {
  const url = parseUrl(text)
  return url !== undefined
    && ((allowLocalhost && isLocalhost(url.hostname)) || domains.some(({ domain }) => covers(domain, url)))
}
