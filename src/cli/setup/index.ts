/**
 * The project in a folder: its kind, its settings, and what Latchkey adds to it.
 * For the command's other parts.
 */
export { configuredProject, filesRead, variable } from "./configuration.ts"
export { envFileOf, envLines, kindIn, nameIn, packageIn } from "./kinds.ts"
export { type Change, type Plan, planIn } from "./plan.ts"
