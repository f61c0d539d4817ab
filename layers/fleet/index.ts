/**
 * Sessions that several servers keep together, and what they share.
 * For programs that run in more than one process.
 */
export type { OpenedSession } from "./openedSession.ts"
export { ServerSessions } from "./ServerSessions.ts"
export type { SharedRecordsFailed } from "./SharedRecords.ts"
