/** Records the requests of a program and their responses. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import {
  count,
  faultOf,
  type Fetch,
  MaxResponseBytes,
  readBody,
  Transport,
  validator
} from "../../../layers/call/index.ts"
import { arrived, keepExchanges, lost } from "../../../layers/observe/exchanges/index.ts"
import { secretText } from "../../../schemas/secrets.ts"
import { conceal, type ConcealOptions } from "./conceal.ts"
import type { RecordedCall, Tape } from "./Tape.ts"

/** Options for a recording. */
export interface RecordOptions extends ConcealOptions {
  /** The `fetch` that {@link Recording.fetch} calls. @default the runtime's own `fetch` */
  readonly fetch?: Fetch | undefined
  /** Maximum number of exchanges. Older exchanges are dropped. @default Infinity */
  readonly limit?: number | undefined
}

/** A running recording. Its memory contains secrets until `clear()`; tapes don't contain them. */
export interface Recording {
  /** Layer that records the requests of the `Transport` that is provided to it. */
  readonly layer: Layer.Layer<Transport, never, Transport>
  /** Layer to provide to a layer that builds its own transport. Records the requests of that transport. */
  readonly tap: Layer.Layer<never>
  /** A `fetch` that records its requests, for `createClient`, `createServer` or `createAdmin`. */
  readonly fetch: Fetch
  /**
   * Calls a function of your app with a client and its other arguments. The tape keeps the arguments and the result as
   * JSON, without secrets, so that a generated test calls the function in the same way.
   */
  readonly run: <Used, Given extends ReadonlyArray<unknown>, A>(
    program: (client: Used, ...given: Given) => A,
    client: Used,
    ...given: Given
  ) => A
  /** Returns the conversation so far, without secrets. */
  readonly tape: () => Tape
  /** Forgets the conversation so far. */
  readonly clear: () => void
}

const validate = validator("tape", { limit: count })

/**
 * Starts a recording of requests and their responses. Throws `InvalidConfiguration` if the limit isn't a whole number
 * above 0 or `Infinity`.
 *
 * A tape keeps only values that the platform's contract shows to be harmless: fixed values, booleans, numbers, times,
 * ids, names of fields, and the platform's fixed sentences. Everything else becomes a placeholder of the same format:
 * secrets, personal data, free text, metadata, unknown fields, unknown endpoints, bodies that aren't JSON, parts of
 * paths and queries, and texts of errors. Equal values have equal placeholders. Fields that the caller lists in `keep`
 * stay, except for strings that contain a secret of the tape.
 *
 * @example
 * ```ts
 * import { createClient } from "latchkey/promise"
 * import { Tape } from "latchkey/testing"
 *
 * const recording = Tape.record({ fetch: emulator.fetch })
 * const client = createClient({ ...project, fetch: recording.fetch })
 * await client.signIn.withPassword({ email, password })
 * const tape = recording.tape()
 * console.log(tape.exchanges.map(({ endpoint }) => endpoint)) // [ 'password.signIn' ]
 * ```
 */
export const record = ({ fetch, limit = Infinity, ...options }: RecordOptions = {}): Recording => {
  const exchanges = keepExchanges(Result.getOrThrow(validate({ limit })))
  let call: RecordedCall | undefined
  const wrapped = new Set<string>()

  const recordingFetch: Fetch = async (url, init) => {
    const end = exchanges.begin({
      method: init.method ?? "GET",
      url: String(url),
      headers: Object.fromEntries(new Headers(init.headers)),
      body: typeof init.body === "string" ? init.body : undefined
    }, now())
    try {
      const response = await (fetch ?? globalThis.fetch)(url, init)
      const maxBytes = Effect.runSync(MaxResponseBytes)
      const body = await readBody(response.clone(), maxBytes)
      end(
        now(),
        body === undefined
          ? { failure: { tooLargeFor: maxBytes } }
          : { response: arrived({ status: response.status || 302, headers: response.headers, body }) }
      )
      return response
    } catch (thrown) {
      // an aborted request has no outcome
      end(now(), init.signal?.aborted === true ? {} : { failure: lost(faultOf(thrown)) })
      throw thrown
    }
  }

  const run: Recording["run"] = (program, client, ...given) => {
    const ran: { arguments: RecordedCall["arguments"]; returned?: Schema.Json } = {
      arguments: given.map((value) => plain(value, wrapped))
    }
    call = ran
    const keep = (result: unknown): void => {
      ran.returned = plain(result, wrapped)
    }
    const result = program(client, ...given)
    if (result instanceof Promise) result.then(keep, () => {})
    else keep(result)
    return result
  }

  return {
    run,
    layer: Layer.effect(Transport, Effect.map(Transport, exchanges.wrap)),
    tap: Layer.effectContext(exchanges.tap),
    fetch: recordingFetch,
    tape: () => conceal(exchanges.list(), options, call, [...wrapped]),
    clear: () => {
      call = undefined
      wrapped.clear()
      exchanges.clear()
    }
  }
}

/** Returns a value as JSON. Wrapped secrets become strings, which are added to `wrapped`; values that aren't JSON become `null`. */
const plain = (value: unknown, wrapped: Set<string>): Schema.Json => {
  try {
    return JSON.parse(JSON.stringify(revealed(value, wrapped)))
  } catch {
    // it has a cycle, or is too deep
    return null
  }
}

/** Replaces wrapped secrets with their text, because JSON would contain `<redacted>` in their place. */
const revealed = (value: unknown, wrapped: Set<string>): unknown => {
  if (Redacted.isRedacted(value)) {
    const text = secretText(value)
    if (text !== undefined) wrapped.add(text)
    return text
  }
  if (Array.isArray(value)) return value.map((item) => revealed(item, wrapped))
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype
    ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, revealed(item, wrapped)]))
    : value
}

const now = () => Effect.runSync(Clock.currentTimeMillis)
