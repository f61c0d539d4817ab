/** Turns of changes that must not overlap, in one process and among several. */
export { graceMillis, makeTurns, Turns } from "./Turns.ts"
