/**
 * Weighs the bundles that have a budget and looks for what does not belong in them: `npm run size`. Exit code 1 when a
 * budget is exceeded or a bundle holds what it did not ask for.
 */
import { build, withConsumer } from "./dist.ts"
import { kilobytes, strangers, tooHeavy, weigh } from "./weights.ts"

build()
const weighed = await withConsumer(weigh)
for (const { budget, bundles, title } of weighed) {
  const sizes = bundles.map(({ bundler, size }) => `${bundler} ${kilobytes(size.gzip)}`).join(", ")
  console.log(`${title}: ${sizes} gzipped${budget === undefined ? "" : `; budget ${kilobytes(budget)}`}`)
}
const faults = [...tooHeavy(weighed), ...strangers(weighed)]
for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1
