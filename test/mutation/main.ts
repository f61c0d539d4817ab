/**
 * Changes critical code in one place at a time, and checks that a test fails: for all subjects (`npm run prove mutation`), or
 * for some (`npm run prove mutation -- retry redaction`). Downloads Stryker from the npm registry. Prints the id of each
 * surviving mutant, and the reason in `reasons.ts` if there is one. Exit code 1: a subject's score is below its limit.
 */
import { printRow } from "../proof/row.ts"
import { reasonOf } from "./reasons.ts"
import { install, type Mutant, mutantsOf } from "./stryker.ts"
import { subjects } from "./subjects.ts"

const named = process.argv.slice(2)
const unknown = named.find((name) => !subjects.some((subject) => subject.name === name))
if (unknown !== undefined) {
  console.error(`There is no subject ${unknown}. Subjects: ${subjects.map(({ name }) => name).join(", ")}`)
  process.exit(2)
}

const isNoticed = ({ status }: Mutant): boolean => status === "Killed" || status === "Timeout"
const isTried = (mutant: Mutant): boolean => isNoticed(mutant) || /Survived|NoCoverage/.test(mutant.status)

install()
for (const subject of subjects) {
  if (named.length > 0 && !named.includes(subject.name)) continue
  const tried = mutantsOf(subject).filter(isTried)
  const survived = tried.filter((mutant) => !isNoticed(mutant))
  for (const { became, file, id, line, was } of survived) {
    console.log(`${id} ${file}:${line} survives: ${was} → ${became}\n    ${reasonOf.get(id) ?? "no reason given"}`)
  }
  const noticed = tried.length - survived.length
  const score = 100 * noticed / tried.length
  const without = survived.filter(({ id }) => !reasonOf.has(id)).length
  printRow(
    `npm run prove mutation -- ${subject.name}`,
    `${noticed} of ${tried.length} mutants killed, ${score.toFixed(1)} %; ${
      without === 0 ? "each survivor has a stated reason" : `${without} survivors without a stated reason`
    }`
  )
  if (score < subject.least) {
    console.error(`${subject.name} scores ${score.toFixed(1)} %, below ${subject.least} %.`)
    process.exitCode = 1
  }
}
