/** Simulations of a whole app, with people, faults and laws: `latchkey/testing/simulate`. */
export { LawBroken } from "./LawBroken.ts"
export { sessionLaws, signedOutOnlyBy } from "./sessionLaws.ts"
export { simulate, type Simulated, type Simulation } from "./simulate.ts"
export { type FaultName, faultNames, type FaultStep, type Plan, type Step } from "./steps.ts"
export { type TimelineEntry } from "./timeline.ts"
export {
  type Action,
  type ClientServices,
  type DeviceOptions,
  type Law,
  type LawResult,
  type MakeApp,
  type OpenTab,
  type Person,
  type SimulatedAction,
  type SimulatedEnd,
  type SimulatedRequest,
  type Tab,
  type World
} from "./world.ts"

// a type in the signatures above
export type { InvalidConfiguration } from "../../../schemas/errors/CallError.ts"
