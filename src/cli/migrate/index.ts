/** Rewrites a project that uses the platform's SDK. Used by `latchkey migrate`. Writes nothing. */
export type { Left } from "./draft.ts"
export { type Plan, planFor, planIn, type PlanOptions, type Versions } from "./plan.ts"
