/** Keeps the requests of a program and their responses in memory. */
import * as Cause from "effect/Cause"
import type * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type { RedirectRefused, ResponseTooLarge } from "../../../schemas/errors/CallError.ts"
import {
  ObserveTransport,
  platformHeaderNames,
  type Transport,
  type TransportError,
  type WireRequest,
  type WireResponse
} from "../../call/index.ts"
import { type Hooks, observed, watched } from "../index.ts"

/** A response as it arrived. */
export interface ArrivedResponse {
  readonly status: number
  readonly headers: { readonly [name: string]: string }
  readonly body: Uint8Array
}

/** Failure of a request without a response. */
export type SentFailure =
  | { readonly lost: string; readonly transient: boolean; readonly code?: string }
  | { readonly tooLargeFor: number }
  | { readonly redirectStatus: number; readonly origin?: string }

/** An exchange as it was sent, with secrets. Never print one. Times are in milliseconds since 1970. */
export interface SentExchange {
  readonly at: number
  readonly request: WireRequest
  readonly endedAt: number | undefined
  readonly response: ArrivedResponse | undefined
  readonly failure: SentFailure | undefined
}

/** Outcome of a request. If response and failure are both missing, the program gave up waiting. */
export type Outcome = Partial<Pick<SentExchange, "failure" | "response">>

/** The exchanges of a program, with their secrets. */
export interface Exchanges {
  /** Returns the exchanges so far, oldest first. */
  readonly list: () => ReadonlyArray<SentExchange>
  /** Number of exchanges that were dropped because of the limit. */
  readonly dropped: () => number
  readonly clear: () => void
  /** Adds a request. The returned function adds its outcome. */
  readonly begin: (request: WireRequest, at: number) => (endedAt: number, outcome: Outcome) => void
  /** Returns a transport whose requests are kept. */
  readonly wrap: (transport: Transport["Service"]) => Transport["Service"]
  /** Settings of a layer that builds its own transport. The requests of that transport are kept. */
  readonly tap: Effect.Effect<Context.Context<never>>
}

/** Response headers that affect calls. */
export const responseHeaders: ReadonlyArray<string> = [
  "content-type",
  "date",
  "location",
  "retry-after",
  ...["known-error", "actual-status", "request-id"].flatMap(platformHeaderNames)
]

/** Keeps the last exchanges. Their secrets stay in memory until `clear()`. */
export const keepExchanges = ({ limit = Infinity }: { readonly limit?: number | undefined } = {}): Exchanges => {
  let exchanges: Array<{ -readonly [Name in keyof SentExchange]: SentExchange[Name] }> = []
  let dropped = 0

  const begin: Exchanges["begin"] = (request, at) => {
    const exchange: (typeof exchanges)[number] = {
      at,
      request,
      endedAt: undefined,
      response: undefined,
      failure: undefined
    }
    exchanges.push(exchange)
    if (exchanges.length > limit) {
      exchanges.shift()
      dropped++
    }
    return (endedAt, outcome) => {
      Object.assign(exchange, { endedAt, ...outcome })
    }
  }

  const hooks: Hooks<Transport["Service"]> = {
    send: ({ args: [request], startedAt }) => {
      const end = begin(request, startedAt)
      return (endedAt, exit) => end(endedAt, outcomeOf(exit))
    }
  }

  return {
    list: () => exchanges,
    dropped: () => dropped,
    clear: () => {
      exchanges = []
      dropped = 0
    },
    begin,
    wrap: (transport) => observed(transport, hooks),
    tap: watched(ObserveTransport, () => ({ hooks }))
  }
}

const outcomeOf = (
  exit: Exit.Exit<WireResponse, TransportError | ResponseTooLarge | RedirectRefused>
): Outcome => {
  if (Exit.isSuccess(exit)) return { response: arrived(exit.value) }
  const error = Option.getOrUndefined(Cause.findErrorOption(exit.cause))
  return error === undefined ? {} : { failure: failureOf(error) }
}

/** Returns the parts of a response that are kept. */
export const arrived = ({ body, headers, status }: WireResponse): ArrivedResponse => ({
  status,
  headers: Object.fromEntries(responseHeaders.flatMap((name) => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value]]
  })),
  body
})

const failureOf = (error: TransportError | ResponseTooLarge | RedirectRefused): SentFailure => {
  switch (error._tag) {
    case "TransportError":
      return lost(error)
    case "ResponseTooLarge":
      return { tooLargeFor: error.limitBytes }
    case "RedirectRefused":
      return { redirectStatus: error.status, ...(error.origin === undefined ? {} : { origin: error.origin }) }
  }
}

/** Describes a lost connection. */
export const lost = (
  { code, fault, transient }: Pick<TransportError, "fault" | "transient"> & { readonly code?: string | undefined }
): SentFailure => ({ lost: fault, transient, ...(code === undefined ? {} : { code }) })
