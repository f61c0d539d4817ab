/** The changes that `latchkey init` makes. Used by that command. */
export { commandsOf, quoted } from "./packageManagers.ts"
export { type Change, commandWithEmulator, type Plan, planIn, type PlanOptions } from "./plan.ts"
export { appsOf, type Member } from "./workspaces.ts"
