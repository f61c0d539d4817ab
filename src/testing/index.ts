/**
 * Testing tools, which compute the waits of retry policies without waiting, and record requests on tapes:
 * `latchkey/testing`.
 */
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
/** Records a conversation without its secrets, and plays it back in tests. */
export * as Tape from "./tape/index.ts"
export { type GuardedSchedule, waitsOf } from "./waitsOf.ts"
