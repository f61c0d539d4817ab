/**
 * Finds the endpoints and fields that a program uses, and compares them with those of a platform, for
 * `latchkey watch`.
 */
export { check, type Checked } from "./check.ts"
export { merged, type Use, usesIn } from "./uses.ts"
