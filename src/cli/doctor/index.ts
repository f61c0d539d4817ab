/**
 * Checks of `latchkey doctor`. Each returns findings.
 * Used by the command.
 */
export { atPlatform } from "./atPlatform.ts"
export { cookies } from "./cookies.ts"
export { bad, type Finding, good } from "./finding.ts"
export { sessionLedger } from "./sessionLedger.ts"
export { versions } from "./versions.ts"
