/** How often a property is checked unless its test says a number: 200 times, or `PROPERTY_RUNS=10000 npm test`. */
import * as Arbitrary from "effect/Arbitrary"

Arbitrary.configureGlobal({ check: { runs: Number(process.env["PROPERTY_RUNS"] ?? 200) } })
