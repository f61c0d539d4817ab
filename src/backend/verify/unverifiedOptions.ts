/** What credentials that the platform refuses may cost. Loads no Effect. */
import type * as Duration from "effect/Duration"
import type { RequestLike } from "./credentials.ts"

/** Default limits: of requests about API keys, and the same again of requests about sessions. */
export const unverifiedDefaults = {
  /** For each window and process. */
  limit: 120,
  /** For each window and client address, where the program tells addresses. */
  limitPerAddress: 20,
  window: "1 minute"
} as const

/**
 * What unverified credentials may cost. A session is verified once the platform refreshed it here, or when its access token,
 * expired or not, has a valid signature; an API key once the platform knew it here. Requests about verified credentials are
 * not counted. The others count while they are under way, and afterwards unless the platform accepted the credentials: a
 * refusal counts, and so does a time-out or a 429. Servers that share waits through `layerSharedRateLimitGate` share a limit
 * of their own besides.
 */
export interface UnverifiedOptions {
  /**
   * Requests to the platform in a window: as many as this about API keys, and as many about sessions. Also how many
   * people whose access token is gone can be signed in at the same time. @default 120
   */
  readonly limit?: number | undefined
  /** The same for one client address. People behind one company's or provider's address share it. @default 20 */
  readonly limitPerAddress?: number | undefined
  /** @default "1 minute" */
  readonly window?: Duration.Input | undefined
  /**
   * Returns the address of the client, so that one client cannot use up the limit of all. Take it from what your own proxy
   * writes, such as the last entry of `x-forwarded-for`, never from what a client can write. Without it, whoever sends
   * `limit` made-up credentials in each window keeps people out whose access token is gone. @default none: no limit by address
   */
  readonly clientAddress?: ((request: RequestLike) => string | undefined) | undefined
}
