/**
 * What credentials that nobody has verified may cost: API keys and refresh tokens that anybody can make up.
 * docs/laws.md S1.
 */

/** Requests to the platform: for API keys as many as said, and as many for sessions. */
export const unverifiedDefaults = {
  /** In a window, by one process. */
  limit: 120,
  /** In a window, for one client address, where the program tells it. */
  limitPerAddress: 20,
  /** In a window, by all servers of a fleet. */
  limitPerFleet: 600,
  window: "1 minute"
} as const

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
}
