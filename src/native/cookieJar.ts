/** Cookies in memory, in which an OAuth sign-in keeps its PKCE verifier while the browser session is open. */
import type { Browser } from "../../layers/browser/index.ts"

/** Creates an empty cookie jar. `now` returns the time in milliseconds. */
export const cookieJar = (now: () => number): Browser["cookies"] => {
  const jar = new Map<string, { readonly value: string; readonly until: number }>()
  return {
    read: () => [...jar].flatMap(([name, { until, value }]) => until > now() ? [`${name}=${value}`] : []).join("; "),
    write: (cookie) => {
      const [, name, value] = /^([^=;]+)=([^;]*)/.exec(cookie) ?? []
      if (name === undefined) return
      const seconds = /; *max-age=(\d+)/i.exec(cookie)?.[1]
      const until = seconds === undefined ? Infinity : now() + Number(seconds) * 1000
      if (until > now()) jar.set(name, { value: value!, until })
      else jar.delete(name)
    }
  }
}
