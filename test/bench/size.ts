/**
 * Weighs the bundles that have a budget and looks for what does not belong in them: `npm run size`. Exit code 1 when a
 * budget is exceeded or a bundle holds what it did not ask for.
 */
import { build, withConsumer } from "./dist.ts"
import { added, kilobytes, strangers, tooHeavy, weigh } from "./weights.ts"

build()
const weighed = await withConsumer(weigh)
for (const each of weighed) {
  const { beyond, budget, bundles, title } = each
  const sizes = bundles.map((bundle) => {
    const { gzip = 0 } = bundle.later ?? {}
    const later = gzip === 0 ? "" : ` (and ${kilobytes(gzip)} when needed)`
    return `${bundle.bundler} ${kilobytes(added(each, bundle, weighed).gzip)}${later}`
  }).join(", ")
  console.log(
    `${title}: ${sizes} gzipped${beyond === undefined ? "" : " more"}${
      budget === undefined ? "" : `; budget ${kilobytes(budget)}`
    }`
  )
}
const faults = [...tooHeavy(weighed), ...strangers(weighed)]
for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1
