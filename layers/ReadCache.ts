/** The cached reads of a session. */
export { type CachedRead, layer, ReadCache, type ReadsService, type ReadsView, type ShownValue } from "./reads/Reads.ts"
