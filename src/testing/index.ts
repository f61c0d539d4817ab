/** Testing tools for retry policies, which compute the waits of a schedule without waiting: `latchkey/testing`. */
export type { AttemptFailure } from "../../layers/call/RetryPolicy.ts"
export {
  AnyAttemptFailure,
  type AttemptDetails,
  connectionFailed,
  looped,
  rateLimited,
  refused,
  timedOut
} from "./attemptFailures.ts"
export { type GuardedSchedule, waitsOf } from "./waitsOf.ts"
