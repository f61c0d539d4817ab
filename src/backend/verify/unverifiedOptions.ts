/** Limits for requests whose credentials aren't verified yet. This module doesn't import Effect at run time. */
import type * as Duration from "effect/Duration"
import type { RequestLike } from "./credentials.ts"

/** Default limits, separately for API keys and for sessions. */
export const unverifiedDefaults = {
  /** Requests per window and process. */
  limit: 120,
  /** Requests per window and client address, if the program provides addresses. */
  limitPerAddress: 20,
  window: "1 minute"
} as const

/**
 * Limits for requests about unverified credentials. A session is verified once the platform has refreshed it in this
 * process, or when its access token has a valid signature, expired or not. An API key is verified once the platform has
 * accepted it in this process. Requests about verified credentials don't count. Other requests count while they are
 * pending, and afterwards unless the platform accepted the credentials: rejections, time-outs and 429s count. Servers
 * that share waits through `SharedRateLimitGate.layer` also have a limit that they share.
 */
export interface UnverifiedOptions {
  /**
   * Maximum number of requests to the platform per window, separately for API keys and sessions. Also the number of
   * users with a missing access token that can be signed in at the same time. @default 120
   */
  readonly limit?: number | undefined
  /** Maximum per client address. Users behind the address of one company or provider share this maximum. @default 20 */
  readonly limitPerAddress?: number | undefined
  /** @default "1 minute" */
  readonly window?: Duration.Input | undefined
  /**
   * Returns the client's address, so that one client can't use up the whole limit. Use a value that your own proxy
   * writes, such as the last entry of `x-forwarded-for`, never one that clients can set. Without it, a client that
   * sends `limit` made-up credentials per window keeps out all users whose access token is missing. @default none: no
   * limit by address
   */
  readonly clientAddress?: ((request: RequestLike) => string | undefined) | undefined
}
