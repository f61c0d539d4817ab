/** Health checks after a lost connection. */
export * from "./call/Diagnostics.ts"
