/** Policy that decides when calls are retried, and how long they may take. */
export * from "./call/RetryPolicy.ts"
