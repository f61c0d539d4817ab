/** Injectable faults and their effects on requests. Used by the server. */
export { applyFault, type ConnectionDropped, halfOf } from "./applyFault.ts"
export {
  type ActiveFault,
  activeFaultToJson,
  type CardDeclined,
  type FaultEffect,
  FaultPlanFromJson,
  type FaultRequest,
  type Faults,
  type FaultSource,
  type LateWrite,
  source
} from "./Faults.ts"
