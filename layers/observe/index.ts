/**
 * Everything that watches a program: the mechanism, the events of calls, and the metrics. Ledgers of sessions and the
 * exchanges of tapes are in the rooms inside.
 */
export {
  bothObservers,
  CallObserver,
  callsWatched,
  type ObservedAttempt,
  type ObservedCall,
  type Observer
} from "./CallObserver.ts"
export type { ClientRecorder } from "./ClientRecorder.ts"
export { type Hooks, observed, watched, type Watcher, type Watching, type WatchPoint, watchPoint } from "./watch.ts"
