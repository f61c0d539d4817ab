/** Operations on records of metrics, session replays and analytics queries. */
export { analyticsEnabled } from "./analyticsEnabled.ts"
export * as emailStatus from "./emailStatus.ts"
export * as metrics from "./metrics.ts"
export * as replays from "./replays.ts"
export { runQuery } from "./runQuery.ts"
