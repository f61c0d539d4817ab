/** The last requests, and what became of them. */
import type { Incoming, Outgoing } from "../state/index.ts"

/** A request that was answered. Nothing secret: no headers, query or body. */
export interface LoggedRequest {
  readonly at: Date
  readonly method: string
  /** The endpoint's template, such as `/users/{user_id}`; the path itself where there is no endpoint. */
  readonly path: string
  readonly endpoint: string | undefined
  /** The level the request claimed. */
  readonly level: string | undefined
  /** The real status, also when it was hidden; `undefined` when the connection was made to get lost. */
  readonly status: number | undefined
  readonly errorCode: string | undefined
  /** A fault answered, not the platform. */
  readonly faulty: boolean
}

/** Both sides of a request, as they went over the wire: with its secrets. */
export interface Exchange {
  readonly incoming: Incoming
  /** `undefined`: the connection was made to get lost. */
  readonly outgoing: Outgoing | undefined
}

/** The requests that were answered. */
export interface RequestLog {
  /** The last 10,000, oldest first. */
  readonly list: () => ReadonlyArray<LoggedRequest>
  readonly clear: () => void
  readonly record: (request: LoggedRequest, exchange: Exchange) => void
  /** Of the last 200 requests, both sides. */
  readonly exchange: (request: LoggedRequest) => Exchange | undefined
}

const mostLogged = 10_000

const mostExchanges = 200

/** Nothing was asked yet. */
export const requestLog = (): RequestLog => {
  let log: Array<LoggedRequest> = []
  const exchanges = new Map<LoggedRequest, Exchange>()
  return {
    list: () => log.slice(-mostLogged),
    clear: () => {
      log = []
      exchanges.clear()
    },
    exchange: (request) => exchanges.get(request),
    record: (request, exchange) => {
      log.push(request)
      exchanges.set(request, exchange)
      // a Map gives its keys in the order in which they came
      if (exchanges.size > mostExchanges) exchanges.delete(exchanges.keys().next().value!)
      if (log.length >= 2 * mostLogged) log = log.slice(-mostLogged)
    }
  }
}
