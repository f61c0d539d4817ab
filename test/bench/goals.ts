/** The goals for what the package costs, each with its value, and with the limit where the goal isn't reached. */
import { type FirstLoad, goal as firstLoadGoal, largest } from "./firstLoads.ts"
import type { Results, Weight } from "./report.ts"
import { packageGates, packageGoals } from "./tarball.ts"

/** A goal and its value. */
export interface Goal {
  readonly what: string
  readonly goal: number
  readonly value: number
  /** Maximum of the value. */
  readonly limit: number | undefined
  readonly unit: "kB" | "×" | "MB" | "files"
}

const gzipOf = (bundles: ReadonlyArray<Weight>, what: string) => {
  const found = bundles.find((each) => each.what === what)
  if (found === undefined) throw new Error(`No program was weighed as "${what}".`)
  return { value: Math.max(...found.sizes.map(({ gzip }) => gzip)), limit: found.budget }
}

const loadOf = (loads: ReadonlyArray<FirstLoad>, what: string): FirstLoad => {
  const found = loads.find((each) => each.what === what)
  if (found === undefined) throw new Error(`The first load of ${what} was not weighed.`)
  return found
}

/** Returns what a name adds to the first load of the provider alone. */
const beyondProvider = (loads: ReadonlyArray<FirstLoad>, what: string): number => {
  const [{ sizes }, { sizes: provider }] = [loadOf(loads, what), loadOf(loads, "LatchkeyProvider of latchkey/react")]
  return Math.max(sizes.esbuild - provider.esbuild, sizes.rolldown - provider.rolldown)
}

/** Lists all goals. */
export const goalsOf = (
  { bundles, calls, loads, memory, starts, tarball, verification }: Results,
  verifyGate: number
): ReadonlyArray<Goal> => {
  const [heaviest] = loads
  const start = (what: string) => {
    const { gate, ratio } = starts.find((each) => each.what === what)!
    return { value: ratio, limit: gate }
  }
  const call = (what: string) => {
    const { gate, ratio } = calls.find((each) => each.what === what)!
    return { value: ratio, limit: gate }
  }
  const kB = "kB"
  const times = "×"
  return [
    {
      what: "three calls by subpath",
      goal: 55_000,
      ...gzipOf(bundles, "the same from `latchkey/endpoints/…`"),
      unit: kB
    },
    {
      what: "`createClient`, first load",
      goal: 77_000,
      ...gzipOf(bundles, "`createClient`: every flow, every client endpoint"),
      unit: kB
    },
    {
      what: "an app with all screens, first load",
      goal: 75_000,
      ...gzipOf(bundles, "an application with `LatchkeyHandler`"),
      unit: kB
    },
    {
      what: "the heaviest screen or hook by name",
      goal: firstLoadGoal,
      value: largest(heaviest!),
      limit: heaviest!.limit,
      unit: kB
    },
    {
      what: "`latchkey/react/accounts`, in addition to the provider",
      goal: 5000,
      value: beyondProvider(loads, "useAccounts of latchkey/react/accounts"),
      limit: undefined,
      unit: kB
    },
    { what: "`import latchkey`, relative to `effect/Schema`", goal: 1.2, ...start("import latchkey"), unit: times },
    {
      what: "`import latchkey/promise`, relative to `effect/Schema`",
      goal: 0.9,
      ...start("import latchkey/promise"),
      unit: times
    },
    { what: "a call over a socket, relative to `fetch`", goal: 1.6, ...call("a call, as an Effect"), unit: times },
    { what: "a known error over a socket", goal: 1.5, ...call("a known error, as an Effect"), unit: times },
    { what: "memory of a waiting call", goal: 8000, value: memory.bytes, limit: memory.gate, unit: kB },
    {
      what: "`verify` of a new token, relative to `jose`",
      goal: 1.08,
      value: verification[0]!.ratio,
      limit: verifyGate,
      unit: times
    },
    { what: "the tarball", goal: packageGoals.bytes, value: tarball.bytes, limit: packageGates.bytes, unit: "MB" },
    {
      what: "files of the tarball",
      goal: packageGoals.files,
      value: tarball.files,
      limit: packageGates.files,
      unit: "files"
    }
  ]
}
