/**
 * Number of runs of a property. The default is 200, and 100 in `npm test`. A test or `npm run prove properties` can
 * change it.
 */
import * as Arbitrary from "effect/Arbitrary"

const usual = 200
const requested = Number(process.env["PROPERTY_RUNS"] ?? usual)

Arbitrary.configureGlobal({ check: { runs: requested } })

/** Scales a property's number of runs according to `PROPERTY_RUNS`. */
export const runs = (own: number): number => Math.ceil(own * requested / usual)
