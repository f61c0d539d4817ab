/**
 * Keeps responses that set a session's cookies out of shared caches: `Cache-Control` becomes `private` or `no-store`,
 * and headers that only shared caches read don't override it. RFC 9111 §5.2.2, RFC 9213, docs/laws.md S3.
 */

/** The part of Node's `ServerResponse` that is used here. */
export interface NodeResponse {
  readonly headersSent: boolean
  readonly getHeader: (name: string) => number | string | ReadonlyArray<string> | undefined
  readonly getHeaderNames: () => ReadonlyArray<string>
  readonly setHeader: (name: string, value: string) => unknown
  readonly appendHeader: (name: string, value: string) => unknown
  readonly removeHeader: (name: string) => unknown
  /** Node calls `writeHead` for every response, so it is replaced by a function that checks the headers once more. */
  writeHead: (status: number, ...rest: Array<any>) => unknown
}

/** Returns the `Cache-Control` of a response for one user only. A value that is strict enough is kept. */
export const privateCacheControl = (given: string | null | undefined): string => {
  const directives = (given ?? "").replace(/"[^"]*"/g, "\"\"").toLowerCase().split(",").map((each) => each.trim())
  const isPrivate = directives.some((each) => each === "private" || each === "no-store")
  return isPrivate && !directives.some((each) => each === "public" || each.startsWith("s-maxage"))
    ? given!
    : "private, no-store"
}

/** Whether CDNs and proxies prefer this header to `Cache-Control`. Without such headers, `Cache-Control` applies. */
export const isForSharedCaches = (name: string): boolean =>
  /^(?:.+-)?cdn-cache-control$|^(?:surrogate-control|edge-control|x-accel-expires)$/i.test(name)

/** Keeps shared caches from storing the response, regardless of its current and later headers. */
export const forbidSharedCaches = (response: Headers | NodeResponse): void => {
  if ("writeHead" in response) return forbidInNode(response)
  for (const name of [...response.keys()]) if (isForSharedCaches(name)) response.delete(name)
  response.set("cache-control", privateCacheControl(response.get("cache-control")))
}

/**
 * Adds `Set-Cookie` headers and keeps shared caches from storing the response. Without cookies it does nothing.
 *
 * ```ts
 * writeCookies(response.headers, requestStore(request).setCookies())
 * ```
 */
export const writeCookies = (response: Headers | NodeResponse, setCookies: ReadonlyArray<string>): void => {
  if (setCookies.length === 0) return
  for (const cookie of setCookies) {
    if ("writeHead" in response) response.appendHeader("set-cookie", cookie)
    else response.append("set-cookie", cookie)
  }
  forbidSharedCaches(response)
}

const guarded = new WeakSet<NodeResponse>()

const forbidInNode = (response: NodeResponse): void => {
  restrict(response)
  if (guarded.has(response)) return
  guarded.add(response)
  const begin = response.writeHead
  // The handler may still set headers later, also through `writeHead`.
  response.writeHead = (status, ...rest) => {
    // Node's forms: (status, headers), or (status, message, headers) with a message that may be undefined.
    const [first, second] = rest
    const message = typeof first === "string" ? [first] : []
    apply(response, second ?? (message.length === 0 ? first : undefined))
    restrict(response)
    return begin.call(response, status, ...message)
  }
}

const restrict = (response: NodeResponse): void => {
  for (const name of response.getHeaderNames()) if (isForSharedCaches(name)) response.removeHeader(name)
  response.setHeader("cache-control", privateCacheControl(textOf(response.getHeader("cache-control"))))
}

const textOf = (value: ReturnType<NodeResponse["getHeader"]>): string | undefined =>
  value === undefined ? undefined : typeof value === "object" ? value.join(", ") : String(value)

/** Headers in the forms of `writeHead`: a record, a list of alternating names and values, or a list of pairs. */
const apply = (response: NodeResponse, headers: unknown): void => {
  if (!Array.isArray(headers)) {
    for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, value as string)
    return
  }
  const pairs: ReadonlyArray<[string, string]> = Array.isArray(headers[0])
    ? headers
    : Array.from({ length: headers.length / 2 }, (_, at) => [headers[2 * at], headers[2 * at + 1]])
  for (const [name] of pairs) response.removeHeader(name)
  for (const [name, value] of pairs) response.appendHeader(name, value)
}
