/** Tapes: recorded requests and responses, without secrets, which tests play back. */
export type { ConcealOptions } from "./conceal.ts"
export { type Difference, NotOnTape, TapeNotPlayed, TapeUnreadable } from "./errors.ts"
export { record, type Recording, type RecordOptions } from "./record.ts"
export { type Playback, replay, type ReplayedClient, type ReplayedClientOptions } from "./replay.ts"
export {
  Exchange,
  parse,
  type RecordedCall,
  type RecordedFailure,
  type RecordedRequest,
  type RecordedResponse,
  type StandIn,
  startOf,
  stringify,
  Tape
} from "./Tape.ts"
export { type TestedProgram, type TestOptions, toTest } from "./toTest.ts"
