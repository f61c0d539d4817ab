/**
 * Faults as values: answers that stand in for the platform's own, connections that get lost, and answers that take long.
 * A plan of them is seeded, so that a failing run can be played again.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Schema from "effect/Schema"
import { InvalidConfiguration } from "../../../schemas/errors/CallError.ts"
import { isEndpoint, nearest } from "../state/index.ts"

/** What a fault may look at. Nothing secret. */
export interface FaultRequest {
  readonly method: string
  readonly path: string
  /** The endpoint's name, for a request that has one. */
  readonly endpoint: string | undefined
  /** The level the request claims. */
  readonly level: string | undefined
}

/** What can go wrong, as a value. The control API takes the same as JSON, with durations such as `"2 seconds"`. */
export type FaultEffect =
  /** The answer comes later, by the emulator's clock. On endpoint `oauth.refresh` it is a slow refresh. */
  | { readonly type: "latency"; readonly duration: Duration.Input }
  /** The connection is lost before the platform hears of the request. */
  | { readonly type: "lostBefore" }
  /** The connection is lost after the platform did what was asked. */
  | { readonly type: "lostAfter" }
  /** The platform did what was asked; the connection is lost in the middle of the answer's body. */
  | { readonly type: "partialBody" }
  /** The platform's answer under another content type, as from a proxy. @default "text/html" */
  | { readonly type: "wrongContentType"; readonly contentType?: string }
  /** 429, with `Retry-After` when seconds are given. */
  | { readonly type: "tooManyRequests"; readonly retryAfterSeconds?: number }
  /** 508 with the platform's marker. */
  | { readonly type: "loopDetected" }
  /** A status of 500 and above. @default 500 */
  | { readonly type: "serverError"; readonly status?: number }

/** What goes wrong, and for whom. */
export interface Fault {
  /** Only requests to the endpoint of this name, such as `users.getMe`. @default every endpoint */
  readonly endpoint?: string
  /** Only requests that this is true of. @default every request */
  readonly match?: (request: FaultRequest) => boolean
  /** How often a request that it is for meets it, 0 to 1. @default 1 */
  readonly probability?: number
  /** How often, before the fault is over. @default until it is removed; a script is over after its last step */
  readonly times?: number
  /**
   * - a function: its answer is given, and the platform does not hear of the request;
   * - `drop`: the connection is lost before the platform hears of the request;
   * - `dropAfter`: the connection is lost after the platform did what was asked;
   * - a {@link FaultEffect};
   * - a script: one step per request, `pass` for a request that goes well.
   */
  readonly respond:
    | ((request: FaultRequest) => Response)
    | "drop"
    | "dropAfter"
    | FaultEffect
    | ReadonlyArray<FaultEffect | "pass">
}

/** Faults that belong together. With a seed, the same requests in the same order meet the same ones. */
export interface FaultPlan {
  /** What chance starts from. @default chance is the program's `Random` */
  readonly seed?: string | number
  readonly faults: ReadonlyArray<Fault>
}

/** A fault in force. */
export interface ActiveFault {
  readonly fault: Fault
  /** How many requests it is still for; of a script its steps, `pass` included. Infinity: until it is removed. */
  readonly left: number
}

/** The faults in force. */
export interface Faults {
  /** In the order in which they are tried. */
  readonly list: () => ReadonlyArray<ActiveFault>
  /**
   * Adds a fault. Of several that match, the one added first comes first. The returned function removes it. Throws
   * `InvalidConfiguration` when no endpoint has the name it is for.
   */
  readonly add: (fault: Fault) => () => void
  /** Adds the faults of a plan, all of them or, where `add` would throw, none. The returned function removes them. */
  readonly follow: (plan: FaultPlan) => () => void
  /** Removes the one that is at this place of the list, from 0. Returns whether there was one. */
  readonly remove: (at: number) => boolean
  /** Removes all. */
  readonly clear: () => void
}

const unknown = (endpoint: string) => ({
  problem: `is "${endpoint}", and no endpoint has that name`,
  next: `Did you mean "${nearest(endpoint)}"?`
})

const EndpointName = Schema.String.check(
  Schema.makeFilter((name: string) => {
    if (isEndpoint(name)) return true
    const { next, problem } = unknown(name)
    return `${problem}. ${next}`
  })
)

const Status = Schema.Int.check(Schema.isBetween({ minimum: 500, maximum: 599 }))

const FaultEffectFromJson = Schema.Union([
  Schema.Struct({
    type: Schema.Literal("latency"),
    duration: Schema.Union([Schema.DurationFromMillis, Schema.DurationFromString])
  }),
  Schema.Struct({ type: Schema.Literals(["lostBefore", "lostAfter", "partialBody", "loopDetected"]) }),
  Schema.Struct({ type: Schema.Literal("wrongContentType"), contentType: Schema.optionalKey(Schema.String) }),
  Schema.Struct({
    type: Schema.Literal("tooManyRequests"),
    retryAfterSeconds: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 86_400 })))
  }),
  Schema.Struct({ type: Schema.Literal("serverError"), status: Schema.optionalKey(Status) })
])

/** A plan as the control API takes it. */
export const FaultPlanFromJson = Schema.Struct({
  seed: Schema.optionalKey(Schema.Union([Schema.String, Schema.Finite])),
  faults: Schema.Array(Schema.Struct({
    endpoint: Schema.optionalKey(EndpointName),
    probability: Schema.optionalKey(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))),
    times: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 }))),
    respond: Schema.Union([
      FaultEffectFromJson,
      Schema.Array(Schema.Union([FaultEffectFromJson, Schema.Literal("pass")]))
    ])
  }))
})

/** A fault in force, as the control API tells of it. What only a program can say has no JSON: `program` stands for it. */
export const activeFaultToJson = ({ fault, left }: ActiveFault): object => {
  const { endpoint, match, probability = 1, respond } = fault
  const steps = typeof respond === "function"
    ? "program"
    : isScript(respond)
    ? respond.map(stepToJson)
    : stepToJson(respond)
  return {
    endpoint: endpoint ?? null,
    ...(match === undefined ? {} : { match: "program" }),
    probability,
    left: Number.isFinite(left) ? left : null,
    respond: steps
  }
}

const stepToJson = (step: FaultEffect | "pass" | "drop" | "dropAfter"): unknown => {
  if (typeof step === "string") return step === "pass" ? step : lost[step]
  return step.type === "latency"
    ? { ...step, duration: Duration.toMillis(Duration.fromInputUnsafe(step.duration)) }
    : step
}

/** The faults in force, and how to take the one for a request out of them. */
export interface FaultSource extends Faults {
  readonly next: (request: () => FaultRequest) => FaultEffect | ((request: FaultRequest) => Response) | undefined
}

interface Entry extends ActiveFault {
  readonly chance: Random.Random
  left: number
}

/** The {@link Random.Random} that a seed stands for. */
const seeded = (seed: string | number): Random.Random => Effect.runSync(Random.withSeed(Random.Random, seed))

/** No faults yet. Chance is drawn from `random` unless a plan has its own. */
export const source = (random: Random.Random): FaultSource => {
  let entries: Array<Entry> = []
  const addAll = (faults: ReadonlyArray<Fault>, chance: Random.Random) => {
    if (!Array.isArray(faults)) throw notAPlan()
    for (const { endpoint } of faults) {
      if (endpoint !== undefined && !isEndpoint(endpoint)) {
        throw new InvalidConfiguration({ setting: "endpoint", ...unknown(endpoint) })
      }
    }
    const added = faults.map((fault): Entry => ({
      fault,
      chance,
      left: Array.isArray(fault.respond) ? fault.respond.length : fault.times ?? Infinity
    }))
    entries.push(...added)
    return () => {
      entries = entries.filter((entry) => !added.includes(entry))
    }
  }
  return {
    list: () => entries.map(({ fault, left }) => ({ fault, left })),
    add: (fault) => addAll([fault], random),
    follow: ({ faults, seed }) => addAll(faults, seed === undefined ? random : seeded(seed)),
    remove: (at) => {
      const before = entries.length
      entries = entries.filter((_, index) => index !== at)
      return entries.length < before
    },
    clear: () => {
      entries = []
    },
    next: (describe) => {
      if (entries.length === 0) return undefined
      const request = describe()
      const entry = entries.find((entry) => meets(entry, request))
      if (entry === undefined) return undefined
      entry.left--
      if (entry.left <= 0) entries = entries.filter((other) => other !== entry)
      return stepOf(entry)
    }
  }
}

const notAPlan = () =>
  new InvalidConfiguration({
    setting: "faults",
    problem: "of the plan is not a list",
    next: "Write faults.follow({ faults: [{ respond: \"drop\" }] }), or give a single fault to faults.add."
  })

const meets = ({ chance, fault: { endpoint, match, probability = 1 } }: Entry, request: FaultRequest): boolean =>
  (endpoint === undefined || endpoint === request.endpoint)
  && (match?.(request) ?? true)
  && (probability >= 1 || chance.nextDoubleUnsafe() < probability)

/** What a request meets, after it was counted. */
const stepOf = ({ fault: { respond }, left }: Entry) => {
  const step = isScript(respond) ? respond[respond.length - left - 1]! : respond
  return step === "pass" ? undefined : typeof step === "string" ? lost[step] : step
}

const lost = { drop: { type: "lostBefore" }, dropAfter: { type: "lostAfter" } } as const

const isScript = (respond: Fault["respond"]): respond is ReadonlyArray<FaultEffect | "pass"> => Array.isArray(respond)
