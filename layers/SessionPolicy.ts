/** Policy that decides when tokens are refreshed, and what happens when a refresh fails. */
export * from "./session/SessionPolicy.ts"
