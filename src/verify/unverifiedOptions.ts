/** What credentials that nobody has verified may cost. Loads no Effect. */
import type * as Duration from "effect/Duration"
import type { RequestLike } from "./credentials.ts"

/** Requests to the platform: for API keys as many as said, and as many for sessions. */
export const unverifiedDefaults = {
  /** In a window, by one process. */
  limit: 120,
  /** In a window, for one client address, where the program tells it. */
  limitPerAddress: 20,
  window: "1 minute"
} as const

/**
 * What unverified credentials may cost. A session is verified once the platform refreshed it here, or when its access token,
 * over or not, has a good signature; an API key once the platform knew it here. Verified ones are not counted. Servers that
 * share waits through `layerSharedRateLimitGate` share a limit of their own besides.
 */
export interface UnverifiedOptions {
  /** Requests to the platform in a window: for API keys as many as this, and as many for sessions. @default 120 */
  readonly limit?: number | undefined
  /** The same for one client address. @default 20 */
  readonly limitPerAddress?: number | undefined
  /** @default "1 minute" */
  readonly window?: Duration.Input | undefined
  /**
   * The address of the client, so that one of them does not use up what is there for all. Take it from what your own proxy
   * writes, such as the last entry of `x-forwarded-for`, never from what a client may write. @default none: no limit by address
   */
  readonly clientAddress?: ((request: RequestLike) => string | undefined) | undefined
}
