/** Faults that readers can switch on. */
import type { FaultEffect } from "../../../../src/emulator/index.ts"

/** Name of a fault; `none` for no fault. */
export type Fault = "none" | "down" | "busy" | "broken" | "slow"

/** Label and effect of each fault. The fault applies to every request until the reader chooses another one. */
export const faults: {
  readonly [Name in Fault]: { readonly label: string; readonly effect: FaultEffect | undefined }
} = {
  none: { label: "Online", effect: undefined },
  down: { label: "Offline", effect: { type: "lostBefore" } },
  busy: { label: "429", effect: { type: "tooManyRequests", retryAfterSeconds: 30 } },
  broken: { label: "500", effect: { type: "serverError" } },
  slow: { label: "Slow", effect: { type: "latency", duration: "3 seconds" } }
}

/** Order of the faults on the screen. */
export const faultNames = Object.keys(faults) as ReadonlyArray<Fault>
