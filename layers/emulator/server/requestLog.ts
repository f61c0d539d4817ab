/** The last requests, and what became of them. */

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

/** The requests that were answered. */
export interface RequestLog {
  /** The last 10,000, oldest first. */
  readonly list: () => ReadonlyArray<LoggedRequest>
  readonly clear: () => void
  readonly record: (request: LoggedRequest) => void
}

const mostLogged = 10_000

/** Nothing was asked yet. */
export const requestLog = (): RequestLog => {
  let log: Array<LoggedRequest> = []
  return {
    list: () => log.slice(-mostLogged),
    clear: () => {
      log = []
    },
    record: (request) => {
      log.push(request)
      if (log.length >= 2 * mostLogged) log = log.slice(-mostLogged)
    }
  }
}
