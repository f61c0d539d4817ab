/**
 * Finds out what a program uses of the platform, and compares it with a platform.
 * Used by the command.
 */
export { check, type Checked } from "./check.ts"
export { merged, type Use, usesIn } from "./uses.ts"
