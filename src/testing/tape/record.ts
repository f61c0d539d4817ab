/** Records the requests of a program and their responses. */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import {
  faultOf,
  type Fetch,
  MaxResponseBytes,
  readBody,
  Transport,
  type TransportError,
  type WireResponse,
  WrapTransport
} from "../../../layers/call/index.ts"
import type { RedirectRefused, ResponseTooLarge } from "../../../schemas/errors/CallError.ts"
import { conceal, type ConcealOptions } from "./conceal.ts"
import { type ArrivedResponse, responseHeaders, type SentExchange } from "./conversation.ts"
import type { RecordedFailure, Tape } from "./Tape.ts"

/** Options of a recording. */
export interface RecordOptions extends ConcealOptions {
  /** The `fetch` that {@link Recording.fetch} calls. @default the runtime's own `fetch` */
  readonly fetch?: Fetch | undefined
  /** Maximum number of exchanges. Older exchanges are dropped. @default Infinity */
  readonly limit?: number | undefined
}

/** A running recording. Its memory contains secrets until `clear()`; tapes don't contain them. */
export interface Recording {
  /** Records the requests of the `Transport` below it. */
  readonly layer: Layer.Layer<Transport, never, Transport>
  /** Records the requests of a layer that builds its own transport, when it is provided to that layer. */
  readonly tap: Layer.Layer<never>
  /** Records its requests: the `fetch` of `createClient`, `createServer` or `createAdmin`. */
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
export const record = ({ fetch, limit = Infinity, ...options }: RecordOptions = {}): Recording => {
  let exchanges: Array<{ -readonly [Name in keyof SentExchange]: SentExchange[Name] }> = []

  const begin = (request: SentExchange["request"], at: number) => {
    const exchange = { at, request, endedAt: undefined, response: undefined, failure: undefined }
    exchanges.push(exchange)
    if (exchanges.length > limit) exchanges.shift()
    return exchange as (typeof exchanges)[number]
  }

  const wrap = (transport: Transport["Service"]): Transport["Service"] =>
    Transport.of({
      ...transport,
      send: (request) =>
        Effect.flatMap(Clock.currentTimeMillis, (at) => {
          const exchange = begin(request, at)
          return Effect.onExit(transport.send(request), (exit) =>
            Effect.map(Clock.currentTimeMillis, (endedAt) => {
              Object.assign(exchange, { endedAt, ...outcomeOf(exit) })
            }))
        })
    })

  const recordingFetch: Fetch = async (url, init) => {
    const exchange = begin({
      method: init.method ?? "GET",
      url: String(url),
      headers: Object.fromEntries(new Headers(init.headers)),
      body: typeof init.body === "string" ? init.body : undefined
    }, now())
    const end = (outcome: Outcome) => Object.assign(exchange, { endedAt: now(), ...outcome })
    try {
      const response = await (fetch ?? globalThis.fetch)(url, init)
      const limit = Effect.runSync(MaxResponseBytes)
      const body = await readBody(response.clone(), limit)
      end(
        body === undefined
          ? { failure: { tooLargeFor: limit } }
          : { response: arrived({ status: response.status || 302, headers: response.headers, body }) }
      )
      return response
    } catch (thrown) {
      // an aborted request has no outcome
      end(init.signal?.aborted === true ? {} : { failure: lost(faultOf(thrown)) })
      throw thrown
    }
  }

  return {
    layer: Layer.effect(Transport, Effect.map(Transport, wrap)),
    tap: Layer.succeed(WrapTransport, wrap),
    fetch: recordingFetch,
    tape: () => conceal(exchanges, options),
    clear: () => {
      exchanges = []
    }
  }
}

const now = () => Effect.runSync(Clock.currentTimeMillis)

type Outcome = Partial<Pick<SentExchange, "failure" | "response">>

const outcomeOf = (
  exit: Exit.Exit<WireResponse, TransportError | ResponseTooLarge | RedirectRefused>
): Outcome => {
  if (Exit.isSuccess(exit)) return { response: arrived(exit.value) }
  const error = Option.getOrUndefined(Cause.findErrorOption(exit.cause))
  return error === undefined ? {} : { failure: failureOf(error) }
}

const arrived = ({ body, headers, status }: WireResponse): ArrivedResponse => ({
  status,
  headers: Object.fromEntries(responseHeaders.flatMap((name) => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value]]
  })),
  body
})

const failureOf = (error: TransportError | ResponseTooLarge | RedirectRefused): RecordedFailure => {
  switch (error._tag) {
    case "TransportError":
      return lost(error)
    case "ResponseTooLarge":
      return { tooLargeFor: error.limitBytes }
    case "RedirectRefused":
      return { redirectStatus: error.status, ...(error.origin === undefined ? {} : { origin: error.origin }) }
  }
}

const lost = (
  { code, fault, transient }: Pick<TransportError, "fault" | "transient"> & { readonly code?: string }
): RecordedFailure => ({ lost: fault, transient, ...(code === undefined ? {} : { code }) })
