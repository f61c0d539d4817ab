/**
 * What `latchkey doctor` looks at, a finding each.
 * For the command.
 */
export { atPlatform } from "./atPlatform.ts"
export { cookies } from "./cookies.ts"
export { bad, type Finding, good } from "./finding.ts"
export { versions } from "./versions.ts"
