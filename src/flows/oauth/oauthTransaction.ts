/**
 * State that a browser keeps during a sign-in at a provider: the PKCE verifier, in a cookie named after the `state`
 * parameter. docs/protocol.md §11.2.
 */
import type { Browser } from "../../../layers/browser/index.ts"
import { parseCookies } from "../../../layers/session/index.ts"

/** Lifetime of the cookie in seconds: one hour. docs/protocol.md §11.2. */
const maxAgeSeconds = 3600

const isSecure = (page: URL): boolean => page.protocol === "https:"

/**
 * Cookie name prefix for writing. On HTTPS, sibling sites can't set cookies with this prefix. Otherwise they could
 * plant a verifier and sign the user in to another account. On HTTP, the prefix is that of revision 2025-08, which
 * later clients write too.
 */
const written = (page: URL): string => `${isSecure(page) ? "__Host-" : ""}stack-oauth-outer-`

/**
 * Cookie name prefixes for reading. The prefix of later clients comes first. On HTTPS it isn't read, because sibling
 * sites could set such cookies.
 */
const read = (page: URL): ReadonlyArray<string> => [...(isSecure(page) ? [] : ["hexclave-oauth-outer-"]), written(page)]

const attributes = (page: URL): string => `Path=/; SameSite=Lax${isSecure(page) ? "; Secure" : ""}`

/** Stores the verifier. Returns `false` if the browser doesn't store cookies on this page. */
export const keepVerifier = ({ cookies }: Browser, page: URL, state: string, verifier: string): boolean => {
  cookies.write(`${written(page)}${state}=${verifier}; Max-Age=${maxAgeSeconds}; ${attributes(page)}`)
  return find(cookies.read(), page, state) !== undefined
}

/** Returns and deletes the verifier of a state, or returns `undefined` for a state that is unknown, used or expired. */
export const takeVerifier = ({ cookies }: Browser, page: URL, state: string): string | undefined => {
  const verifier = find(cookies.read(), page, state)
  if (verifier !== undefined) {
    for (const prefix of read(page)) cookies.write(`${prefix}${state}=; Max-Age=0; ${attributes(page)}`)
  }
  return verifier
}

const find = (jar: string, page: URL, state: string): string | undefined => {
  // other values from the address bar can't be part of our cookie names
  if (!/^[\w-]+$/.test(state)) return undefined
  const cookies = parseCookies(jar)
  for (const prefix of read(page)) {
    const found = cookies.find(([name]) => name === `${prefix}${state}`)?.[1]
    if (found) return found
  }
  return undefined
}
