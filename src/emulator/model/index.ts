/** Operations on the emulator's records, by subject. Used by handlers. */
export * from "./accounts/index.ts"
export * from "./analytics/index.ts"
export * from "./configuration/index.ts"
export * from "./credentials/index.ts"
