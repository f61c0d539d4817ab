/** How a request gets to the platform: one method, `send`. */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { RedirectRefused, ResponseTooLarge } from "../schemas/errors/CallError.ts"

/** A request as it goes over the wire. Headers may carry secrets: never print one. */
export interface WireRequest {
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: string | undefined
}

/** An answer, read to its end. */
export interface WireResponse {
  readonly status: number
  readonly headers: { readonly get: (name: string) => string | null }
  readonly body: Uint8Array
}

/** The request or its answer got lost. */
export class Lost extends Data.TaggedError("Lost")<{
  /** The runtime's words for it. */
  readonly fault: string
  /** `false` for faults that a second attempt would meet again, such as a `fetch` that is no function. */
  readonly transient: boolean
}> {}

/** Answers longer than this are cut off with `ResponseTooLarge`. @default 5,000,000 bytes */
export const MaxResponseBytes = Context.Reference<number>("latchkey/MaxResponseBytes", {
  defaultValue: () => 5_000_000
})

/** `true` adds a `traceparent` header (W3C Trace Context) to every request. @default false: headers stay as documented */
export const PropagateTrace = Context.Reference<boolean>("latchkey/PropagateTrace", { defaultValue: () => false })

/** Sends requests. Every access layer stands on it; the embedded platform is one as well. */
export class Transport extends Context.Service<Transport, {
  readonly send: (request: WireRequest) => Effect.Effect<WireResponse, Lost | ResponseTooLarge | RedirectRefused>
}>()("latchkey/Transport") {}

/** What `layerFetch` calls: `globalThis.fetch` unless replaced. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** Redirects of the same origin that are followed for one request. */
const mostRedirects = 5

/** `fetch`. Interrupting the call aborts the request. Redirects are followed within the origin only. */
export const layerFetchWith = (fetch: Fetch): Layer.Layer<Transport> =>
  Layer.succeed(Transport, { send: (request) => sendWith(fetch, request, 0) })

/** The runtime's own `fetch`, looked up at each request. */
export const layerFetch: Layer.Layer<Transport> = layerFetchWith((url, init) => globalThis.fetch(url, init))

const sendWith = (
  fetch: Fetch,
  request: WireRequest,
  redirects: number
): Effect.Effect<WireResponse, Lost | ResponseTooLarge | RedirectRefused> =>
  Effect.flatMap(MaxResponseBytes, (limit) =>
    Effect.flatMap(
      Effect.tryPromise({
        try: async (signal): Promise<WireResponse> => {
          const response = await fetch(request.url, initOf(request, signal))
          return { status: statusOf(response), headers: response.headers, body: await readBody(response, limit) }
        },
        catch: faultOf
      }),
      (response) => {
        if (response.status < 300 || response.status > 399 || response.status === 304) return Effect.succeed(response)
        const next = redirectWithin(request, response)
        return typeof next === "string" && redirects < mostRedirects
          ? sendWith(fetch, { ...request, url: next }, redirects + 1)
          : Effect.fail(new RedirectRefused({ status: response.status, origin: originOf(request, response) }))
      }
    ))

/** Wire protocol §5. Cloudflare Workers, told by `WebSocketPair`, know neither `credentials` nor `cache`. */
const initOf = (request: WireRequest, signal: AbortSignal): RequestInit => ({
  method: request.method,
  headers: request.headers,
  ...(request.body === undefined ? {} : { body: request.body }),
  redirect: "manual",
  signal,
  ...("WebSocketPair" in globalThis ? {} : { credentials: "omit", cache: "no-store" })
})

/** A browser hides redirects behind an answer of type `opaqueredirect` with status 0. */
const statusOf = (response: Response): number => response.type === "opaqueredirect" ? 302 : response.status

const originOf = (request: WireRequest, response: WireResponse): string | undefined => {
  const location = response.headers.get("location")
  return location !== null && URL.canParse(location, request.url) ? new URL(location, request.url).origin : undefined
}

const redirectWithin = (request: WireRequest, response: WireResponse): string | undefined => {
  const location = response.headers.get("location")
  const safe = request.method === "GET" || response.status === 307 || response.status === 308
  if (!safe || location === null || !URL.canParse(location, request.url)) return undefined
  const next = new URL(location, request.url)
  return next.origin === new URL(request.url).origin ? next.href : undefined
}

class TooLong extends Error {
  readonly limit: number
  constructor(limit: number) {
    super()
    this.limit = limit
  }
}

const readBody = async (response: Response, limit: number): Promise<Uint8Array> => {
  if (response.body === null || response.body === undefined) return new Uint8Array(0)
  const reader = response.body.getReader()
  const parts: Array<Uint8Array> = []
  let length = 0
  while (true) {
    const { done, value } = await reader.read()
    if (done) return parts.length === 1 ? parts[0]! : joined(parts, length)
    parts.push(value)
    length += value.length
    if (length > limit) {
      reader.cancel().catch(() => {}) // the answer is given up; how its stream ends changes nothing
      throw new TooLong(limit)
    }
  }
}

const joined = (parts: ReadonlyArray<Uint8Array>, length: number): Uint8Array => {
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const faultOf = (thrown: unknown): Lost | ResponseTooLarge => {
  if (thrown instanceof TooLong) return new ResponseTooLarge({ limitBytes: thrown.limit })
  if (thrown instanceof Error || thrown instanceof DOMException) {
    const { cause, message, name } = thrown as Error
    const code = typeof cause === "object" && cause !== null && "code" in cause ? ` (${String(cause.code)})` : ""
    return new Lost({ fault: `${name}: ${message}${code}`, transient: name === "TypeError" })
  }
  return new Lost({ fault: `fetch threw ${thrown === null ? "null" : typeof thrown}`, transient: false })
}
