/** Rules of all endpoints. */
import { dashboard } from "./dashboard.ts"
import { payments } from "./payments.ts"
import type { RequestRules } from "./RequestRules.ts"
import { users } from "./users.ts"

export { type Reading, type RequestRules, uuid } from "./RequestRules.ts"

/** Rules by the endpoint's name. */
export const requestRules: ReadonlyMap<string, RequestRules> = new Map(
  Object.entries({ ...dashboard, ...payments, ...users })
)
