/**
 * Changes of a project's files: all or none, with an undo. Reads and writes only regular files up to 1 MB in the project's
 * folder, and starts no program.
 */
export { type Disk, disk, type Entry } from "./disk.ts"
export type { Command } from "./journal.ts"
export { Busy } from "./lock.ts"
export { type OwnFile, ownFile, protection, refusal } from "./ownFile.ts"
export { commit, NotWritten, OtherCommand, recover, undo, type Undone, type Write } from "./transaction.ts"
