/** Makes changes that must not overlap take turns, in one process or among several. */
export { graceMillis, makeTurns, Turns } from "./Turns.ts"
