/** The last requests, and what became of them. */
import type { Incoming, Outgoing } from "../state/index.ts"
import { type Exchange, exchangeOf } from "./redacted.ts"

/** A request that was answered. Nothing secret: no headers, query or body. */
export interface LoggedRequest {
  /** Counts from 1 for as long as the platform runs. */
  readonly id: number
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

/** The requests that were answered. */
export interface RequestLog {
  /** The last 10,000, oldest first. */
  readonly list: () => ReadonlyArray<LoggedRequest>
  readonly clear: () => void
  readonly record: (
    request: Omit<LoggedRequest, "id">,
    incoming: Incoming,
    outgoing: Outgoing | undefined
  ) => void
  /** Both sides of a request by its id, of the last 200, without their secrets. */
  readonly exchange: (id: number) => Exchange | undefined
}

const mostLogged = 10_000

const mostExchanges = 200

/** Nothing was asked yet. */
export const requestLog = (): RequestLog => {
  let log: Array<LoggedRequest> = []
  let id = 0
  const exchanges = new Map<number, () => Exchange>()
  return {
    list: () => log.slice(-mostLogged),
    clear: () => {
      log = []
      exchanges.clear()
    },
    exchange: (id) => exchanges.get(id)?.(),
    record: (request, incoming, outgoing) => {
      log.push({ id: ++id, ...request })
      exchanges.set(id, exchangeOf(incoming, outgoing))
      exchanges.delete(id - mostExchanges)
      if (log.length >= 2 * mostLogged) log = log.slice(-mostLogged)
    }
  }
}
