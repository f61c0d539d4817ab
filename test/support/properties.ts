/** Number of runs for properties: 200 by default, changed by a test or by `npm run properties`. */
import * as Arbitrary from "effect/Arbitrary"

const usual = 200
const requested = Number(process.env["PROPERTY_RUNS"] ?? usual)

Arbitrary.configureGlobal({ check: { runs: requested } })

/** Scales a property's number of runs by `PROPERTY_RUNS`. */
export const runs = (own: number): number => Math.ceil(own * requested / usual)

/** Scales a timeout in milliseconds, which is given for the default number of runs. */
export const limit = (own: number): number => own * Math.max(1, requested / usual)
