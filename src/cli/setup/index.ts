/**
 * The project in a folder: its kind, its settings, and the changes that `latchkey init` makes.
 * Used by the rest of the command.
 */
export { configuredProject, filesRead, variable } from "./configuration.ts"
export { envFileOf, envLines, kindIn, nameIn, type Package, packageIn } from "./kinds.ts"
export { type Change, commandWithEmulator, type Plan, planIn, type PlanOptions } from "./plan.ts"
