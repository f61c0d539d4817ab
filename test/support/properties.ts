/** How often properties are checked: 200 times unless a test says a number, or `PROPERTY_RUNS=10000 npm test`. */
import * as Arbitrary from "effect/Arbitrary"

const usual = 200
const asked = Number(process.env["PROPERTY_RUNS"] ?? usual)

Arbitrary.configureGlobal({ check: { runs: asked } })

/** A number of runs of a property's own, or a share of it where `PROPERTY_RUNS` asks for fewer than usual. */
export const runs = (own: number): number => Math.ceil(own * Math.min(1, asked / usual))
