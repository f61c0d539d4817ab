/** A token bucket: as many at once as it holds, and then one each time a part of the window has passed. */
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

  /** Takes a token: 0, or the milliseconds until there is one. */
  take(now: number): number {
    this.#tokens = Math.min(this.#limit, this.#tokens + Math.max(0, now - this.#at) / this.#millisPerToken)
    this.#at = now
    if (this.#tokens < 1) return Math.ceil((1 - this.#tokens) * this.#millisPerToken)
    this.#tokens--
    return 0
  }

  /** Puts back a token that was taken. */
  giveBack(): void {
    this.#tokens = Math.min(this.#limit, this.#tokens + 1)
  }
}
