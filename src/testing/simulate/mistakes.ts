/** Mistakes in the options of a simulation. */
import { InvalidConfiguration } from "../../../schemas/errors/CallError.ts"
import { faultNames, isStep, type Names, type Plan } from "./steps.ts"
import type { DeviceOptions } from "./world.ts"

/** The options in which mistakes are found. */
interface Options {
  readonly names: Names
  readonly devices: { readonly [name: string]: DeviceOptions }
  readonly hours: number
  readonly runs: number
  readonly steps: number
  readonly replay: Plan | undefined
}

/** Maximum of counts. An array can't have more elements. */
const most = 2 ** 32 - 1

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0 && Number(value) <= most

const invalid = (setting: string, problem: string, next: string) => new InvalidConfiguration({ setting, problem, next })

const unknown = (setting: string, name: string, known: ReadonlyArray<string>) =>
  known.includes(name)
    ? undefined
    : invalid(setting, `refers to "${name}", which isn't in the simulation`, `Use one of these: ${known.join(", ")}.`)

const empty = (setting: string, list: ReadonlyArray<unknown>) =>
  list.length === 0 ? invalid(setting, "is empty", "Add at least one.") : undefined

const twice = (setting: string, list: ReadonlyArray<string>) => {
  const name = list.find((name, at) => list.indexOf(name) !== at)
  return name === undefined ? undefined : invalid(setting, `has "${name}" twice`, "Use each name once.")
}

const noCount = (setting: string, value: unknown) =>
  isCount(value) ? undefined : invalid(setting, "isn't a whole number above 0", `Pass a number from 1 to ${most}.`)

/** Returns a mistake in the number of a device's tabs. */
export const tabsMistakeIn = (devices: Options["devices"]): InvalidConfiguration | undefined =>
  first(Object.values(devices), ({ tabs = 1 }) => noCount("devices.tabs", tabs))

/** Returns the first other mistake: an option that is invalid, or refers to an unknown name. */
export const mistakeIn = (
  { devices, hours, names, replay, runs, steps }: Options
): InvalidConfiguration | undefined => {
  const owners = Object.values(devices).map(({ owner }) => owner)
  return empty("people", names.people)
    ?? empty("actions", names.actions)
    ?? empty("devices", names.devices)
    ?? twice("people", names.people)
    ?? first(owners, (owner) => unknown("devices", owner, names.people))
    ?? twice("devices", names.tabs)
    ?? first(names.faults, (fault) => unknown("faults", fault, faultNames))
    ?? noCount("runs", runs)
    ?? noCount("steps", steps)
    ?? (hours > 0 ? undefined : invalid("hours", "isn't a number above 0", "Pass the number of virtual hours per run."))
    ?? (replay === undefined ? undefined : mistakeInPlan(names, replay))
}

const mistakeInPlan = (names: Names, replay: Plan): InvalidConfiguration | undefined => {
  const { chance, latencyMillis, steps } = Object(replay) as Partial<Plan>
  const isValid = isStep(names)
  const known = { action: names.actions, in: names.tabs, on: names.devices, of: names.people, fault: faultNames }
  return Number.isFinite(chance) && Number(latencyMillis) >= 0 && Number.isFinite(latencyMillis) && Array.isArray(steps)
    ? first(steps, (step: unknown, at) =>
      first(Object.entries(known), ([field, list]) => {
        const name: unknown = Reflect.get(Object(step), field)
        return typeof name === "string" ? unknown("replay", name, list) : undefined
      }) ?? (isValid(step) ? undefined : noPlan(`has a step ${at + 1} with missing or invalid values`)))
    : noPlan("isn't a plan")
}

const noPlan = (problem: string) => invalid("replay", problem, "Pass the plan of a LawBroken.")

/** Returns the first mistake of a list. */
const first = <A>(
  list: ReadonlyArray<A>,
  mistakeOf: (each: A, at: number) => InvalidConfiguration | undefined
): InvalidConfiguration | undefined => {
  for (const [at, each] of list.entries()) {
    const mistake = mistakeOf(each, at)
    if (mistake !== undefined) return mistake
  }
  return undefined
}
