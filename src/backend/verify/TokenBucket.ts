/**
 * A token bucket: allows `limit` requests immediately, and then `limit` further requests spread evenly over each
 * window.
 */
export class TokenBucket {
  readonly #limit: number
  readonly #millisPerToken: number
  #tokens: number
  #at: number

  constructor(limit: number, windowMillis: number, now: number) {
    this.#limit = this.#tokens = limit
    this.#millisPerToken = windowMillis / limit
    this.#at = now
  }

  /** Takes a token. Returns 0, or the milliseconds until a token is available. */
  take(now: number): number {
    this.#tokens = Math.min(this.#limit, this.#tokens + Math.max(0, now - this.#at) / this.#millisPerToken)
    this.#at = now
    if (this.#tokens < 1) return Math.ceil((1 - this.#tokens) * this.#millisPerToken)
    this.#tokens--
    return 0
  }

  /** Returns a token to the bucket. */
  giveBack(): void {
    this.#tokens = Math.min(this.#limit, this.#tokens + 1)
  }
}
