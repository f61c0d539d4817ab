/** How often properties are checked: 200 times unless a test says a number, or `npm run properties` another one. */
import * as Arbitrary from "effect/Arbitrary"

const usual = 200
const asked = Number(process.env["PROPERTY_RUNS"] ?? usual)

Arbitrary.configureGlobal({ check: { runs: asked } })

/** A number of runs of a property's own, or its share where `PROPERTY_RUNS` asks for more or fewer than usual. */
export const runs = (own: number): number => Math.ceil(own * asked / usual)

/** Milliseconds that the usual number of runs may take, or as much longer as there are more of them. */
export const limit = (own: number): number => own * Math.max(1, asked / usual)
