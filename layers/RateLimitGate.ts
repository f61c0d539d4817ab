/** The gate that holds calls back after a 429, and its layers. */
export * from "./call/RateLimitGate.ts"
