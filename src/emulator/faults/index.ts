/**
 * Faults that can be asked for, and what comes of a request that meets one.
 * For the server.
 */
export { applyFault, type ConnectionDropped, halfOf } from "./applyFault.ts"
export {
  type ActiveFault,
  activeFaultToJson,
  type FaultEffect,
  FaultPlanFromJson,
  type FaultRequest,
  type Faults,
  type FaultSource,
  source
} from "./Faults.ts"
