/**
 * How long a 429 closes the gate. With `Retry-After`, for that time, as soon as the response is read. Without it, for the
 * delay of the call's policy, which is known after the attempt has ended. docs/laws.md B8, B10.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Permit } from "./RateLimitGate.ts"
import type { AttemptFailure } from "./RetryPolicy.ts"

type Failure = Pick<AttemptFailure, "kind" | "retryAfterMillis">

/** Closes the gate for the time in the response, if it has one. */
export const closeGateForResponse = ({ retryAfterMillis }: Failure, permit: Permit): Effect.Effect<unknown> =>
  retryAfterMillis ? permit.rateLimited(Duration.millis(retryAfterMillis)) : Effect.void

/** Closes the gate for the delay of the call's policy, if the response has no time. */
export const closeGateForDelay = (
  { kind, permit, retryAfterMillis }: Failure & { readonly permit?: Permit | undefined },
  delay: Duration.Duration
): Effect.Effect<unknown> =>
  kind === "RateLimited" && !retryAfterMillis && permit !== undefined ? permit.rateLimited(delay) : Effect.void
