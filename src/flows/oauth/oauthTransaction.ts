/**
 * What a browser remembers of a sign-in while the person is with the provider: the PKCE verifier, in a cookie named
 * after the state. docs/protocol.md §11.2.
 */
import type { BrowserService } from "../../../layers/browser/index.ts"
import { parseCookies } from "../../../layers/session/index.ts"

/** docs/protocol.md §11.2: an hour. */
const maxAgeSeconds = 3600

const isSecure = (page: URL): boolean => page.protocol === "https:"

/**
 * On HTTPS a name that no sibling site can set: with a verifier of its own planted, it could sign people in as somebody
 * else. Elsewhere the name of 2025-08, which later clients write too.
 */
const written = (page: URL): string => `${isSecure(page) ? "__Host-" : ""}stack-oauth-outer-`

/** Theirs goes first, but for the same reason not on HTTPS. */
const read = (page: URL): ReadonlyArray<string> => [...(isSecure(page) ? [] : ["hexclave-oauth-outer-"]), written(page)]

const attributes = (page: URL): string => `Path=/; SameSite=Lax${isSecure(page) ? "; Secure" : ""}`

/** Remembers the verifier. `false`: the browser keeps no cookies here. */
export const keepVerifier = ({ cookies }: BrowserService, page: URL, state: string, verifier: string): boolean => {
  cookies.write(`${written(page)}${state}=${verifier}; Max-Age=${maxAgeSeconds}; ${attributes(page)}`)
  return find(cookies.read(), page, state) !== undefined
}

/** The verifier of a state, which is forgotten with this: `undefined` for a state that is unknown, used or too old. */
export const takeVerifier = ({ cookies }: BrowserService, page: URL, state: string): string | undefined => {
  const verifier = find(cookies.read(), page, state)
  if (verifier !== undefined) {
    for (const prefix of read(page)) cookies.write(`${prefix}${state}=; Max-Age=0; ${attributes(page)}`)
  }
  return verifier
}

const find = (jar: string, page: URL, state: string): string | undefined => {
  // whatever else is in the address bar is no name of a cookie of ours
  if (!/^[\w-]+$/.test(state)) return undefined
  const cookies = parseCookies(jar)
  for (const prefix of read(page)) {
    const found = cookies.find(([name]) => name === `${prefix}${state}`)?.[1]
    if (found) return found
  }
  return undefined
}
