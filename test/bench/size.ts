/**
 * Measures the bundles with a budget, and searches them for code that doesn't belong there: `npm run prove size`. Exit code
 * 1: a budget is exceeded, or a bundle contains such code.
 */
import { build, withConsumer } from "./dist.ts"
import { goal, tooHeavyFirst, weighFirstLoads } from "./firstLoads.ts"
import { added, kilobytes, strangers, tooHeavy, weigh } from "./weights.ts"

build()
const [weighed, loads] = await withConsumer(async (
  consumer
) => [await weigh(consumer), await weighFirstLoads(consumer)])
for (const each of weighed) {
  const { beyond, budget, bundles, title } = each
  const sizes = bundles.map((bundle) => {
    const { gzip = 0 } = bundle.later ?? {}
    const later = gzip === 0 ? "" : ` (and ${kilobytes(gzip)} later)`
    return `${bundle.bundler} ${kilobytes(added(each, bundle, weighed).gzip)}${later}`
  }).join(", ")
  console.log(
    `${title}: ${sizes} gzipped${beyond === undefined ? "" : " more"}${
      budget === undefined ? "" : `; budget ${kilobytes(budget)}`
    }`
  )
}
console.log(`\nFirst load of a page with the provider and one name for React, gzipped; goal ${kilobytes(goal)}:`)
for (const { because, limit, sizes, what } of loads) {
  console.log(
    `${what}: esbuild ${kilobytes(sizes.esbuild)}, rolldown ${kilobytes(sizes.rolldown)}${
      because === undefined ? "" : `; limit ${kilobytes(limit)}, ${because}`
    }`
  )
}
const faults = [...tooHeavy(weighed), ...tooHeavyFirst(loads), ...strangers(weighed)]
for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1
