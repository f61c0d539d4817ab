/**
 * Cached reads: one request for all subscribers, invalidated by writes; lists page by page.
 * Flows declare reads, React shows them.
 */
export { cacheOf, until } from "./makeReads.ts"
export { after, type NextPageLost, pages, pageSize } from "./pages.ts"
export { type AnyRead, type InitialReads, read, type ReadDefinition, type ReadState } from "./read.ts"
export { makeReadEntries, type ReadEntries, type ReadsView } from "./readCache.ts"
export { attach, built, cached, invalidate, optimistically, ReadCache } from "./Reads.ts"
export { RecordedCalls } from "./runReads.ts"
export { dependsOnUser } from "./serverReads.ts"
export type { Fork } from "./timed.ts"
