/** Which URLs a project lets people be sent to. Platform rules §4. */
import * as Effect from "effect/Effect"
import { RedirectUrlNotWhitelisted } from "../../schemas/errors/authConfiguration.ts"
import type { Project } from "./Store.ts"

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

/** Whether the project trusts a URL. Path and query play no part. */
export const isTrusted = (project: Project, text: string): boolean => {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return (project.config.allowLocalhost && isLocalhost(url.hostname))
    || project.config.domains.some(({ domain }) => covers(domain, url))
}

/** Fails for a URL that the project does not trust. */
export const trusted = (project: Project, url: string): Effect.Effect<void, RedirectUrlNotWhitelisted> =>
  isTrusted(project, url) ? Effect.void : Effect.fail(new RedirectUrlNotWhitelisted())

/** The link of a mail: the callback URL with the code in its query. */
export const withCode = (callbackUrl: string, code: string): string => {
  const url = new URL(callbackUrl)
  url.searchParams.set("code", code)
  return url.href
}
