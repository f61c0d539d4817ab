/** Records the requests of a program and their responses. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { faultOf, type Fetch, MaxResponseBytes, readBody, Transport } from "../../../layers/call/index.ts"
import { arrived, keepExchanges, lost } from "../../../layers/observe/exchanges/index.ts"
import { conceal, type ConcealOptions } from "./conceal.ts"
import type { Tape } from "./Tape.ts"

/** Options of a recording. */
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
  /** Returns the conversation so far, without secrets. */
  readonly tape: () => Tape
  /** Forgets the conversation so far. */
  readonly clear: () => void
}

/**
 * Starts a recording of requests and their responses. Passwords, tokens, codes, keys and other secrets never reach the
 * tape: each becomes a placeholder, the same one wherever the secret occurs. Personal data is replaced too, unless
 * `keepPersonalData` is set.
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
export const record = ({ fetch, limit, ...options }: RecordOptions = {}): Recording => {
  const exchanges = keepExchanges({ limit })

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

  return {
    layer: Layer.effect(Transport, Effect.map(Transport, exchanges.wrap)),
    tap: Layer.effectContext(exchanges.tap),
    fetch: recordingFetch,
    tape: () => conceal(exchanges.list(), options),
    clear: exchanges.clear
  }
}

const now = () => Effect.runSync(Clock.currentTimeMillis)
