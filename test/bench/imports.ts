/** How long the first import of each entry takes in a fresh process. */
import { execFileSync } from "node:child_process"
import { type Consumer, entries } from "./dist.ts"
import { median } from "./median.ts"

/** One entry. */
export interface Imported {
  readonly entry: string
  readonly millis: number
  /** Against `effect/Effect` alone, the median of paired runs. */
  readonly ratio: number
}

const reference = "effect/Effect"

/** What every entry needs of Effect in any case stands first. The one for Next.js loads in an app of Next.js alone. */
const measured = ["effect/Schema", ...entries.filter((entry) => entry !== "latchkey/nextjs")]

const script = `const started = performance.now()
await import(process.argv[1])
process.stdout.write(String(performance.now() - started))`

/** Imports every entry, and the reference before each, a few times over. */
export const importTimes = ({ folder }: Consumer, rounds = 7): ReadonlyArray<Imported> => {
  const timeOf = (entry: string): number =>
    Number(execFileSync(process.execPath, ["--input-type=module", "--eval", script, entry], {
      cwd: folder,
      encoding: "utf8",
      timeout: 30_000
    }))
  for (const entry of [reference, ...measured]) timeOf(entry) // fills the file system's cache
  const references: Array<number> = []
  const times = measured.map(() => ({ millis: [] as Array<number>, ratios: [] as Array<number> }))
  for (let round = 0; round < rounds; round++) {
    measured.forEach((entry, at) => {
      const [before, millis] = [timeOf(reference), timeOf(entry)]
      references.push(before)
      times[at]!.millis.push(millis)
      times[at]!.ratios.push(millis / before)
    })
  }
  return [
    { entry: reference, millis: median(references), ratio: 1 },
    ...measured.map((entry, at) => ({ entry, millis: median(times[at]!.millis), ratio: median(times[at]!.ratios) }))
  ]
}
