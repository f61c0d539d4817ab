/**
 * A shared cache in front of an app. It identifies responses only by their URL, and stores them if their headers allow
 * it. RFC 9111, RFC 9213.
 */

export interface SharedCache {
  /** Returns the stored response for a URL. If there is none, returns the app's response. */
  readonly get: (url: string, headers: { readonly [name: string]: string }) => Promise<Response>
  /** Number of requests that reached the app. */
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

/** The header that a shared cache uses: the first of these, otherwise `Cache-Control`. */
const targeted = ["surrogate-control", "vercel-cdn-cache-control", "cdn-cache-control", "cache-control"]

const mayBeKept = ({ headers }: Response): boolean => {
  const policy = targeted.flatMap((name) => headers.get(name) ?? [])[0] ?? ""
  return !/\b(?:private|no-store)\b/.test(policy) && /\b(?:public|max-age|s-maxage)\b/.test(policy)
}
