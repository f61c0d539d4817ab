/** Shared by the HTTP transports: limits and decodes responses, and describes faults. Loads no Effect. */

/** A request as it is sent. Headers may contain secrets: never print one. */
export interface WireRequest {
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: string | undefined
}

/** A response, read to its end. */
export interface WireResponse {
  readonly status: number
  readonly headers: { readonly get: (name: string) => string | null }
  readonly body: Uint8Array
}

/** Collects a body's chunks. `add` returns `false` once they exceed the limit. */
export const collector = (limit: number) => {
  const parts: Array<Uint8Array> = []
  let length = 0
  return {
    add: (part: Uint8Array): boolean => {
      parts.push(part)
      length += part.length
      return length <= limit
    },
    whole: (): Uint8Array => parts.length === 1 ? parts[0]! : joined(parts)
  }
}

/** Concatenates chunks of bytes. */
export const joined = (parts: ReadonlyArray<Uint8Array>): Uint8Array<ArrayBuffer> => {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Returns the bytes of an `ArrayBuffer` or a view of one, from any realm; `undefined` for anything else. */
export const bytesOf = (value: unknown): Uint8Array | undefined => {
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
  // not `instanceof`, because other realms, such as a test's DOM, have their own classes
  return Object.prototype.toString.call(value) === "[object ArrayBuffer]"
    ? new Uint8Array(value as ArrayBuffer)
    : undefined
}

/**
 * Reads a body chunk by chunk. Returns `undefined` if it exceeds the limit, without reading the rest. Rejects with a
 * `TypeError` if a chunk is not bytes, or with the body's own error.
 */
export const readBytes = async (chunks: AsyncIterator<unknown>, limit: number): Promise<Uint8Array | undefined> => {
  const read = collector(limit)
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
    const bytes = bytesOf(next.value)
    if (bytes === undefined) throw new TypeError("a body whose chunks are not bytes")
    if (!read.add(bytes)) {
      chunks.return?.().catch(() => {}) // the rest is not needed
      return undefined
    }
  }
  return read.whole()
}

/**
 * Iterates over the chunks of a stream, because streams aren't async iterable in every runtime. A `null` body has no
 * chunks.
 */
export const chunksOf = (stream: ReadableStream<unknown> | null): AsyncIterator<unknown> => {
  const done = { done: true, value: undefined } as const
  const reader = stream?.getReader()
  return {
    next: () => reader?.read() as Promise<IteratorResult<unknown>> | undefined ?? Promise.resolve(done),
    return: async () => {
      await reader?.cancel()
      return done
    }
  }
}

/**
 * Reads the body of a response. Returns `undefined` if it exceeds the limit, without reading the rest. A body that is
 * not a web stream is read as a whole: React Native's `fetch` has no streams, and node-fetch has Node streams.
 */
export const readBody = async (
  response: Response,
  limit: number,
  stream: ReadableStream<unknown> | null = response.body
): Promise<Uint8Array | undefined> => {
  if (stream === null || typeof stream?.getReader === "function") return readBytes(chunksOf(stream), limit)
  const whole = new Uint8Array(await response.arrayBuffer())
  return whole.length > limit ? undefined : whole
}

let decoder: TextDecoder | undefined

/**
 * Decodes UTF-8 and throws if the bytes are malformed. A polyfill without `fatal` replaces malformed bytes instead. The
 * decoder is created on first use, because the constructors of such polyfills throw.
 */
export const decodeUtf8 = (bytes: Uint8Array): string => (decoder ??= makeDecoder()).decode(bytes)

const makeDecoder = (): TextDecoder => {
  try {
    return new TextDecoder("utf-8", { fatal: true })
  } catch {
    return new TextDecoder()
  }
}

/** Whether a thrown value is an error. Doesn't use `instanceof`, because other realms have their own `Error`. */
export const isError = (thrown: unknown): thrown is Error => {
  try {
    return typeof thrown === "object" && thrown !== null && "message" in thrown && "name" in thrown
      && typeof thrown.name === "string"
  } catch {
    return false // a JavaScript Proxy may throw on any property access
  }
}

/** Returns the name of an error, otherwise the type of the value. Never a message: it may quote secrets. */
export const nameOf = (thrown: unknown): string => isError(thrown) ? thrown.name : typeof thrown

/** Description of a thrown value. */
export interface Fault {
  readonly fault: string
  /** Whether another attempt may succeed. */
  readonly transient: boolean
  /** The runtime's code, such as `ECONNREFUSED`. */
  readonly code?: string | undefined
}

/**
 * Returns the code of an error or of its cause. If Node tried several addresses of a host name, returns the code of the
 * first. Some undici errors have a message, such as `bad port`, instead of a code.
 */
const codeOf = (thrown: unknown, depth = 0): string | undefined => {
  if (typeof thrown !== "object" || thrown === null || depth > 3) return undefined
  const { cause, code, errors, message } = thrown as { readonly [name: string]: unknown }
  if (typeof code === "string" && /^\w{3,60}$/.test(code)) return code
  const [first] = Array.isArray(errors) ? errors : []
  return codeOf(cause, depth + 1) ?? codeOf(first, depth + 1)
    ?? (depth > 0 && typeof message === "string" && /^[a-z]+(?: [a-z]+){0,3}$/.test(message) ? message : undefined)
}

/** Codes of permanent faults: certificates, TLS versions, protocols and ports. */
const permanentCodes = /CERT|ISSUER|SIGNATURE|HOSTNAME|^ERR_(?:SSL|TLS|INVALID)_|^EPROTO$|^(?:bad port|unknown scheme)$/

/** Whether the fault is permanent. Deno has no codes for certificate errors, only messages. */
export const isPermanent = ({ code = "", fault }: Pick<Fault, "code" | "fault">): boolean =>
  permanentCodes.test(code) || /certificate/i.test(fault)

/** Describes a fault of `fetch`, which throws a `TypeError` for a lost connection. */
export const faultOf = (thrown: unknown): Fault => {
  try {
    if (isError(thrown)) {
      const { message, name } = thrown
      const code = codeOf(thrown)
      const words = code === undefined
        ? { fault: `${name}: ${message}` }
        : { fault: `${name}: ${message} (${code})`, code }
      return { ...words, transient: name === "TypeError" && !isPermanent(words) }
    }
  } catch {
    // even reading the error throws
  }
  const kind = thrown === null ? "null" : typeof thrown === "string" ? JSON.stringify(thrown) : typeof thrown
  return { fault: `fetch threw ${kind}`, transient: false }
}

/**
 * Options for every request. docs/protocol.md §5. Cloudflare Workers, recognized by `WebSocketPair`, support none of
 * these options.
 */
export const fetchOptions = (keepalive: boolean): RequestInit =>
  "WebSocketPair" in globalThis
    ? {}
    : { credentials: "omit", ...(honoursCache() ? { cache: "no-store" } : {}), keepalive }

/**
 * Whether the runtime's `fetch` has a cache to bypass. Without this check, whatwg-fetch (React Native's `fetch`) would
 * bypass HTTP caches by appending `_=<milliseconds>` to the query, and the platform rejects unknown parameters.
 */
const honoursCache = (): boolean =>
  "cache" in (globalThis.Request?.prototype ?? {}) && globalThis.navigator?.product !== "ReactNative"
