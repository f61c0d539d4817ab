/** Log of the latest requests and their outcomes. */
import type { Incoming, Outgoing } from "../state/index.ts"
import { type Exchange, exchangeOf } from "./redacted.ts"

/** A handled request, without secrets: no headers, query or body. */
export interface LoggedRequest {
  /** Number of the request since the emulator started, from 1. */
  readonly id: number
  readonly at: Date
  /** Time until the response in milliseconds, by the clock that the emulator was built with. */
  readonly durationMillis: number
  readonly method: string
  /** Path template of the endpoint, such as `/users/{user_id}`; the path itself if no endpoint matches. */
  readonly path: string
  readonly endpoint: string | undefined
  /** Claimed access level. */
  readonly level: string | undefined
  /** Actual status, even if the response hid it; `undefined` if a fault dropped the connection. */
  readonly status: number | undefined
  readonly errorCode: string | undefined
  /** Whether a fault responded instead of the platform. */
  readonly faulty: boolean
}

/** Log of handled requests. */
export interface RequestLog {
  /** The last 10,000, oldest first. */
  readonly list: () => ReadonlyArray<LoggedRequest>
  readonly clear: () => void
  readonly record: (
    request: Omit<LoggedRequest, "id">,
    incoming: Incoming,
    outgoing: Outgoing | undefined
  ) => void
  /** Returns one of the last 200 requests and its response by id, without secrets. */
  readonly exchange: (id: number) => Exchange | undefined
}

const maxLogged = 10_000

const maxExchanges = 200

/** Builds an empty log. */
export const requestLog = (): RequestLog => {
  let log: Array<LoggedRequest> = []
  let id = 0
  const exchanges = new Map<number, () => Exchange>()
  return {
    list: () => log.slice(-maxLogged),
    clear: () => {
      log = []
      exchanges.clear()
    },
    exchange: (id) => exchanges.get(id)?.(),
    record: (request, incoming, outgoing) => {
      log.push({ id: ++id, ...request })
      exchanges.set(id, exchangeOf(incoming, outgoing))
      exchanges.delete(id - maxExchanges)
      if (log.length >= 2 * maxLogged) log = log.slice(-maxLogged)
    }
  }
}
