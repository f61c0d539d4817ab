/** Policy that decides when cached reads are refreshed and dropped. */
export * from "./reads/ReadPolicy.ts"
