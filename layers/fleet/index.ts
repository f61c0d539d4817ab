/**
 * Sessions kept by several servers, and the state that those servers share. For programs that run in more than one
 * process.
 */
export type { OpenedSession } from "./openedSession.ts"
export { ServerSessions } from "./ServerSessions.ts"
export { SharedRecords, SharedRecordsFailed } from "./SharedRecords.ts"
