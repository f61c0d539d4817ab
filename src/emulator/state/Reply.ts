/** Response other than the endpoint's declared output, such as a redirect or an OAuth error. */

/** Response that a handler returns instead of the endpoint's output. */
export class Reply {
  readonly status: number
  /** Sent as JSON. `undefined` sends an empty body. */
  readonly body: object | undefined
  constructor(status: number, body?: object) {
    this.status = status
    this.body = body
  }
}

/** Output of endpoints that only report success. */
export const success = { success: true } as const
