/**
 * Changes the parts that must not be wrong, one place at a time, and looks whether a test notices: `npm run mutation`, or
 * some subjects by name, `npm run mutation -- retry redaction`; each keeps its figure. Asks the npm registry for Stryker. Exit
 * code 1 when a subject scores below 90 %, when a mutant survives that `survivors.ts` gives no reason for, or when one of those is noticed now.
 */
import { keep } from "../proof/figures.ts"
import { install, type Mutant, mutantsOf } from "./stryker.ts"
import { subjects } from "./subjects.ts"
import { survivors } from "./survivors.ts"

const least = 90

const named = process.argv.slice(2)
const unknown = named.find((name) => !subjects.some((subject) => subject.name === name))
if (unknown !== undefined) {
  console.error(`No subject is called ${unknown}. There are: ${subjects.map(({ name }) => name).join(", ")}`)
  process.exit(2)
}

const isNoticed = ({ status }: Mutant): boolean => status === "Killed" || status === "Timeout"
const isTried = ({ status }: Mutant): boolean => isNoticed({ status } as Mutant) || /Survived|NoCoverage/.test(status)

install()
const faults: Array<string> = []
for (const subject of subjects) {
  if (named.length > 0 && !named.includes(subject.name)) continue
  const tried = mutantsOf(subject).filter(isTried)
  const noticed = tried.filter(isNoticed).length
  const score = 100 * noticed / tried.length
  if (score < least) faults.push(`${subject.name} scores below ${least} %.`)
  const known = survivors.filter(({ file }) => subject.files.includes(file))
  const isOf = (mutant: Mutant) => ({ became, file, was }: (typeof survivors)[number]) =>
    file === mutant.file && was === mutant.was && became === mutant.became
  const survived = tried.filter((mutant) => !isNoticed(mutant))
  const unexplained = survived.filter((mutant) => !known.some(isOf(mutant)))
  keep(
    `npm run mutation -- ${subject.name}`,
    `${noticed} of ${tried.length} mutants noticed, ${score.toFixed(1)} %; ${
      unexplained.length === 0
        ? "each of the others with its reason"
        : `${unexplained.length} of the others without a reason`
    }`
  )
  for (const mutant of unexplained) {
    faults.push(`${mutant.file}:${mutant.line} survives: ${mutant.was} → ${mutant.became}`)
  }
  // a busy machine runs out of time over what no test notices
  const perhaps = tried.filter(({ status }) => status !== "Killed")
  for (const { became, file, was } of known.filter((each) => !perhaps.some((mutant) => isOf(mutant)(each)))) {
    faults.push(`${file}: survivors.ts lists what is noticed, or no longer there: ${was} → ${became}`)
  }
}
for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1
