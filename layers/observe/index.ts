/**
 * Observes a program: watch points, call events and metrics. Session ledgers and recorded exchanges are in the folders
 * below.
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
