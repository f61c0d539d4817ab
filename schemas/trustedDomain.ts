/** Which addresses a project's trusted domains cover. Platform rules §4. */
import type { Project } from "./entities/Project.ts"

const isLocalhost = (host: string): boolean =>
  host === "localhost" || host.endsWith(".localhost") || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host)

const standardPort: { readonly [scheme: string]: string } = { "http:": "80", "https:": "443" }

const portOf = (url: URL): string => url.port === "" ? standardPort[url.protocol] ?? "" : url.port

/** `*` is a run without dots, `**` any run. */
const patternOf = (text: string): RegExp =>
  new RegExp(
    `^${text.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replace(/\*\*|\*/g, (stars) => stars === "*" ? "[^.]*" : ".*")}$`,
    "i"
  )

const covers = (domain: string, url: URL): boolean => {
  if (!domain.includes("*")) {
    if (!URL.canParse(domain)) return false
    const trusted = new URL(domain)
    return trusted.protocol === url.protocol && trusted.hostname === url.hostname && portOf(trusted) === portOf(url)
  }
  const parts = /^([a-z][a-z0-9+.-]*:)\/\/([^/?#]*)/i.exec(domain)
  if (parts === null || parts[1]!.toLowerCase() !== url.protocol) return false
  const [host, port] = parts[2]!.split(/:(?=[^:]*$)/)
  return patternOf(host!).test(url.hostname)
    && patternOf(port ?? standardPort[url.protocol] ?? "").test(portOf(url))
}

/** Whether a project trusts a URL. Path and query play no part. */
export const trusts = (
  { allowLocalhost, domains }: Pick<Project["config"], "allowLocalhost" | "domains">,
  text: string
): boolean => {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return (allowLocalhost && isLocalhost(url.hostname)) || domains.some(({ domain }) => covers(domain, url))
}
