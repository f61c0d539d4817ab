/** An answer that is not simply the endpoint's output: a redirect, or the words of another protocol. */

/** What a handler may answer instead of its output. */
export class Reply {
  readonly status: number
  /** Sent as JSON; without one the answer is empty. */
  readonly body: object | undefined
  constructor(status: number, body?: object) {
    this.status = status
    this.body = body
  }
}

/** The output of endpoints that have nothing to tell but that it is done. */
export const success = { success: true } as const
