/** Counts and durations of calls, and the layer that records them. */
export * from "./observe/metrics.ts"
