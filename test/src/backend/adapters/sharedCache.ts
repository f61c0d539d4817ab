/** A cache that several people share, in front of an app: keeps what headers let it keep, by address alone. RFC 9111, RFC 9213. */

export interface SharedCache {
  /** What somebody gets who asks for an address. */
  readonly get: (url: string, headers: { readonly [name: string]: string }) => Promise<Response>
  /** How often the app was asked. */
  readonly misses: () => number
}

export const sharedCache = (app: (request: Request) => Promise<Response>): SharedCache => {
  const kept = new Map<string, Response>()
  let misses = 0
  return {
    get: async (url, headers) => {
      const found = kept.get(url)
      if (found !== undefined) return found.clone()
      misses++
      const response = await app(new Request(url, { headers }))
      if (mayBeKept(response)) kept.set(url, response.clone())
      return response
    },
    misses: () => misses
  }
}

/** What a network's cache heeds before `Cache-Control`. */
const targeted = ["surrogate-control", "vercel-cdn-cache-control", "cdn-cache-control", "cache-control"]

const mayBeKept = ({ headers }: Response): boolean => {
  const said = targeted.flatMap((name) => headers.get(name) ?? [])[0] ?? ""
  return !/\b(?:private|no-store)\b/.test(said) && /\b(?:public|max-age|s-maxage)\b/.test(said)
}
