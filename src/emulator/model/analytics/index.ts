/** Operations on records of metrics, session replays and analytics queries. */
export { runQuery } from "./analyticsQuery.ts"
export * as emailStatus from "./emailStatus.ts"
export * as metrics from "./metrics.ts"
export * as replays from "./replays.ts"
