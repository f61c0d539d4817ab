/** The steps of a plan as data, and the plans that a seed generates. */
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

type Choice = Schema.Literals<ReadonlyArray<string>>

const few = Schema.Literals([1, 2, 3])
const outage = Schema.Literals([1, 10, 60, 600])

/** Fields of each fault that a plan can contain. `on` is a device, `in` a tab, and `of` a person. */
const fields = (devices: Choice, tabs: Choice, people: Choice) => ({
  /** The device has no network. Its open connections break. */
  offline: { on: devices, seconds: outage },
  /** The next requests of the device don't reach the platform. */
  lostRequests: { on: devices, requests: few },
  /** The platform handles the next requests of the device, but their responses are lost. */
  lostResponses: { on: devices, requests: few },
  /** The next request of the device reaches the platform late. */
  slowRequest: { on: devices, seconds: Schema.Literals([1, 5, 20, 40]) },
  /** The next response arrives late at the device. */
  slowResponse: { on: devices, seconds: Schema.Literals([1, 5, 20, 40]) },
  /** The platform responds to the next requests of the device with 429. */
  rateLimited: { on: devices, requests: few, retryAfterSeconds: Schema.Literals([1, 5, 60]) },
  /** The platform responds to the next requests of the device with 503. */
  serverErrors: { on: devices, requests: few },
  /** The platform restarts: all connections break, and no request reaches it. */
  restart: { seconds: outage },
  /** The clock of the device is set. */
  clockSkew: { on: devices, minutes: Schema.Literals([1, -1, 9, -9, 60, -60]) },
  /** The tab is closed, and opens again at once. */
  closedTab: { in: tabs },
  /** The device is suspended: its timers stop, and responses wait. */
  sleep: { on: devices, seconds: outage },
  /** The platform ends all sessions of the person. */
  revokedSessions: { of: people },
  /** The platform takes some seconds between its check of an item's quantity and the change, for the next changes. */
  lateWrites: { changes: few, seconds: Schema.Literals([1, 2]) }
})

type Fields = ReturnType<typeof fields>

/** Name of a kind of faults. */
export type FaultName = keyof Fields

type FaultOf<Name extends FaultName> = Name extends FaultName
  ? { readonly fault: Name } & { readonly [Field in keyof Fields[Name]]: Schema.Schema.Type<Fields[Name][Field]> }
  : never

/** A fault in a plan. */
export type FaultStep = FaultOf<FaultName>

/** A step of a plan: an action begins in a tab, time passes, or a fault begins. */
export type Step =
  | { readonly action: string; readonly in: string }
  | { readonly waitSeconds: number }
  | FaultStep

/** All kinds of faults. */
export const faultNames = Object.keys(
  fields(Schema.Literals([]), Schema.Literals([]), Schema.Literals([]))
) as ReadonlyArray<FaultName>

/** Names that a plan can refer to. */
export interface Names {
  readonly actions: ReadonlyArray<string>
  readonly devices: ReadonlyArray<string>
  readonly tabs: ReadonlyArray<string>
  readonly people: ReadonlyArray<string>
  readonly faults: ReadonlyArray<FaultName>
}

/** A plan of a run, as data. */
export interface Plan {
  /** Number that, together with the seed, determines the random numbers of the app. */
  readonly chance: number
  /** Time that a response takes if no fault delays it. With a latency, actions overlap. */
  readonly latencyMillis: number
  readonly steps: ReadonlyArray<Step>
}

type Members = ReadonlyArray<{ readonly [field: string]: Schema.Literals<ReadonlyArray<string | number>> }>

/** The possible steps of a simulation. Kinds that are listed twice occur more often. */
const membersOf = (names: Names): Members => {
  const one = (values: ReadonlyArray<string>) => Schema.Literals(values)
  const byName = fields(one(names.devices), one(names.tabs), one(names.people))
  const faults = names.faults.map((fault) => ({ fault: one([fault]), ...byName[fault] }))
  const action = { action: one(names.actions), in: one(names.tabs) }
  const wait = { waitSeconds: Schema.Literals([1, 6, 45, 660, 3600]) }
  const others = Math.max(1, Math.ceil(faults.length / 2))
  const some = (fields: Members[number], count: number): Members => Array.from({ length: count }, () => fields)
  return [...some(action, 2 * others), ...some(wait, others), ...faults]
}

/** Possible latencies of the network, in milliseconds. */
export const latencies = [0, 100, 3000]

/** Generates plans. With all faults, two fifths of the steps are actions, and a fifth are waits. */
export const plans = (
  names: Names,
  options: { readonly count: number; readonly size: number; readonly seed: string | number }
): Effect.Effect<ReadonlyArray<Plan>> => {
  const members = membersOf(names).map((fields) => Schema.Struct(fields))
  const step = Schema.Union(members) as never as Schema.Schema<Step>
  const plan = Arbitrary.all({
    chance: Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 999 }))),
    latencyMillis: Arbitrary.schema(Schema.Literals(latencies)),
    steps: Arbitrary.array(Arbitrary.schema(step), { minLength: 1, maxLength: options.size })
  })
  return Effect.orDie(Arbitrary.sampleEffect(plan, options))
}

/** Returns the step with one of its values replaced by a simpler one: one that comes earlier in the list of its values. */
export const simpler = (names: Names): (step: Step) => ReadonlyArray<Step> => {
  const members = membersOf(names)
  return (step) => {
    const fields = members.find((fields) =>
      Object.entries(fields).every(([name, { literals }]) => literals.includes(Reflect.get(step, name)))
    )
    return Object.entries(fields ?? {}).flatMap(([name, { literals }]) =>
      literals.slice(0, literals.indexOf(Reflect.get(step, name))).map((value) => ({ ...step, [name]: value }))
    )
  }
}

/** Fields that count something. All other numbers of a step are times; only the minutes of a clock may be negative. */
const counts = ["requests", "changes"]

const isAmount = (name: string, value: unknown): boolean =>
  counts.includes(name)
    ? Number.isSafeInteger(value) && Number(value) > 0
    : Number.isFinite(value) && (name === "minutes" || Number(value) >= 0)

/** Whether a value is a step with all its fields. Numbers may differ from those of generated plans. */
export const isStep = (names: Names): (value: unknown) => boolean => {
  const members = membersOf({ ...names, faults: faultNames })
  return (value) =>
    members.some((fields) =>
      Object.entries(fields).every(([name, { literals }]) => {
        const found = Reflect.get(Object(value), name)
        return typeof literals[0] === "number" ? isAmount(name, found) : literals.includes(found)
      })
    )
}
