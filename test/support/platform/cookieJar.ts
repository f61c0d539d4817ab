/**
 * A browser's cookie store, with the rules of RFC 6265bis that matter here. `test/browser/cookies.test.ts` uses a real
 * browser.
 */

export interface TestJar {
  /** Sets a cookie on a page, like `document.cookie` or a `Set-Cookie` header of a response. */
  readonly set: (cookie: string, url: string) => void
  /** Returns the cookies of a page, like `document.cookie` or the `cookie` header of a request. */
  readonly read: (url: string) => string
  /** Returns the attributes of all stored cookies. */
  readonly kept: () => ReadonlyArray<{ readonly name: string; readonly attributes: ReadonlyMap<string, string> }>
}

export const cookieJar = (): TestJar => {
  const kept = new Map<string, {
    readonly name: string
    readonly value: string
    readonly host: string
    readonly domain: string | undefined
    readonly attributes: ReadonlyMap<string, string>
  }>()
  const seenAt = (host: string, each: { readonly host: string; readonly domain: string | undefined }) =>
    each.domain === undefined ? host === each.host : host === each.domain || host.endsWith(`.${each.domain}`)
  return {
    set: (cookie, url) => {
      const page = new URL(url)
      const [pair = "", ...rest] = cookie.split(/;\s*/)
      const attributes = new Map(rest.map((each) => {
        const [name = "", value = ""] = each.split("=")
        return [name.toLowerCase(), value] as const
      }))
      const [name, value] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]
      const domain = attributes.get("domain")
      const secure = attributes.has("secure")
      if (secure && page.protocol !== "https:") return
      if (name.startsWith("__Host-") && (!secure || domain !== undefined || attributes.get("path") !== "/")) return
      if (domain !== undefined && (!seenAt(page.hostname, { host: "", domain }) || !domain.includes("."))) return
      if (attributes.get("samesite") === "None" && !secure) return
      if (name.length + value.length > 4096) return
      const key = JSON.stringify([name, domain ?? `only ${page.hostname}`])
      if (attributes.get("max-age") === "0") kept.delete(key)
      else kept.set(key, { name, value, host: page.hostname, domain, attributes })
    },
    read: (url) => {
      const page = new URL(url)
      return [...kept.values()]
        .filter((each) => seenAt(page.hostname, each) && (!each.attributes.has("secure") || page.protocol === "https:"))
        .map(({ name, value }) => `${name}=${value}`).join("; ")
    },
    kept: () => [...kept.values()]
  }
}
