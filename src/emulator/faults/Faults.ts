/**
 * Faults as values: replaced responses, lost connections and slow responses. A plan can be seeded, so that a failing
 * run can be reproduced.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Schema from "effect/Schema"
import { InvalidConfiguration } from "../../../schemas/errors/CallError.ts"
import { isEndpoint, nearest } from "../state/index.ts"

/** Request properties available to a fault. Contains no secrets. */
export interface FaultRequest {
  readonly method: string
  readonly path: string
  /** Name of the endpoint, if the request has one. */
  readonly endpoint: string | undefined
  /** Access level that the request claims. */
  readonly level: string | undefined
}

/**
 * Effect of a fault, as a value. The control API accepts the same effects as JSON, with durations such as `"2
 * seconds"`.
 */
export type FaultEffect =
  /** Delays the response, measured by the emulator's clock. With endpoint `oauth.refresh`, it delays refreshes. */
  | { readonly type: "latency"; readonly duration: Duration.Input }
  /** The connection is lost before the platform receives the request. */
  | { readonly type: "lostBefore" }
  /** The connection is lost after the platform has processed the request. */
  | { readonly type: "lostAfter" }
  /** The platform processes the request; the connection is lost in the middle of the response body. */
  | { readonly type: "partialBody" }
  /** The platform's response with another content type, as from a proxy. @default "text/html" */
  | { readonly type: "wrongContentType"; readonly contentType?: string }
  /** Status 429, with `Retry-After` if seconds are given. */
  | { readonly type: "tooManyRequests"; readonly retryAfterSeconds?: number }
  /** Status 508 with the platform's marker. */
  | { readonly type: "loopDetected" }
  /** A status of 500 or above. @default 500 */
  | { readonly type: "serverError"; readonly status?: number }

/** The payment provider declines the charge for a purchase, a renewal or a switch of products. */
export interface CardDeclined {
  readonly type: "cardDeclined"
}

/**
 * The platform checks the quantity of an item, and changes it this much later by the clock that the emulator was built
 * with. Overlapping changes don't see each other, so together they can take more than the available quantity. Since
 * 2026-04.
 */
export interface LateWrite {
  readonly type: "lateWrite"
  readonly duration: Duration.Input
}

/** Fault to inject, and the requests it applies to. */
export interface Fault {
  /** Name of the endpoint, such as `users.getMe`. @default every endpoint */
  readonly endpoint?: string
  /** Predicate for requests. @default every request */
  readonly match?: (request: FaultRequest) => boolean
  /** Probability for a matching request, 0 to 1. @default 1 */
  readonly probability?: number
  /** Number of requests after which the fault ends. @default unlimited; a script ends after its last step */
  readonly times?: number
  /**
   * Effect of the fault:
   *
   * - a function: returns the response; the platform doesn't receive the request;
   * - `drop`: the connection is lost before the platform receives the request;
   * - `dropAfter`: the connection is lost after the platform has processed the request;
   * - a {@link FaultEffect};
   * - a script: one step per request, with `pass` for a request without a fault;
   * - `{ type: "cardDeclined" }`: the payment provider declines a charge, regardless of the request or renewal that
   *   causes it;
   * - `{ type: "lateWrite", duration: "2 seconds" }`: the platform changes the quantity of an item late.
   */
  readonly respond:
    | CardDeclined
    | LateWrite
    | ((request: FaultRequest) => Response)
    | "drop"
    | "dropAfter"
    | FaultEffect
    | ReadonlyArray<FaultEffect | "pass">
}

/** Group of faults. With a seed, the same requests in the same order get the same faults. */
export interface FaultPlan {
  /** Seed for probabilities. @default the program's `Random` is used */
  readonly seed?: string | number
  readonly faults: ReadonlyArray<Fault>
}

/** Active fault. */
export interface ActiveFault {
  readonly fault: Fault
  /**
   * Number of requests that the fault still applies to; for a script, its remaining steps, including `pass`. Infinity
   * if the fault has no limit.
   */
  readonly left: number
}

/** Active faults. */
export interface Faults {
  /** Returns the active faults in the order of matching. */
  readonly list: () => ReadonlyArray<ActiveFault>
  /**
   * Adds a fault. If several faults match a request, the fault that was added first applies. The returned function
   * removes the fault. Throws `InvalidConfiguration` if no endpoint has the fault's endpoint name.
   */
  readonly add: (fault: Fault) => () => void
  /** Adds all faults of a plan, or none if `add` would throw for one of them. The returned function removes them. */
  readonly follow: (plan: FaultPlan) => () => void
  /** Removes the fault at this index of the list. Returns whether the index had a fault. */
  readonly remove: (at: number) => boolean
  /** Removes all faults. */
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

const DurationFromJson = Schema.Union([Schema.DurationFromMillis, Schema.DurationFromString])

const FaultEffectFromJson = Schema.Union([
  Schema.Struct({ type: Schema.Literal("latency"), duration: DurationFromJson }),
  Schema.Struct({ type: Schema.Literals(["lostBefore", "lostAfter", "partialBody", "loopDetected"]) }),
  Schema.Struct({ type: Schema.Literal("wrongContentType"), contentType: Schema.optionalKey(Schema.String) }),
  Schema.Struct({
    type: Schema.Literal("tooManyRequests"),
    retryAfterSeconds: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 86_400 })))
  }),
  Schema.Struct({ type: Schema.Literal("serverError"), status: Schema.optionalKey(Status) })
])

/** Schema of a plan in the control API. */
export const FaultPlanFromJson = Schema.Struct({
  seed: Schema.optionalKey(Schema.Union([Schema.String, Schema.Finite])),
  faults: Schema.Array(Schema.Struct({
    endpoint: Schema.optionalKey(EndpointName),
    probability: Schema.optionalKey(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))),
    times: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 }))),
    respond: Schema.Union([
      FaultEffectFromJson,
      Schema.Struct({ type: Schema.Literal("cardDeclined") }),
      Schema.Struct({ type: Schema.Literal("lateWrite"), duration: DurationFromJson }),
      Schema.Array(Schema.Union([FaultEffectFromJson, Schema.Literal("pass")]))
    ])
  }))
})

/** Converts an active fault for the control API. Functions have no JSON form and become `"program"`. */
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

const stepToJson = (step: FaultEffect | CardDeclined | LateWrite | "pass" | "drop" | "dropAfter"): unknown => {
  if (typeof step === "string") return step === "pass" ? step : lost[step]
  return step.type === "latency" || step.type === "lateWrite"
    ? { ...step, duration: Duration.toMillis(Duration.fromInputUnsafe(step.duration)) }
    : step
}

/** Active faults, and the selection of the fault for a request. */
export interface FaultSource extends Faults {
  readonly next: (request: () => FaultRequest) => FaultEffect | ((request: FaultRequest) => Response) | undefined
  /** Whether a fault declines the next charge. */
  readonly declinesCard: () => boolean
  /** Delay between the check and the change of a quantity, if a fault causes one. */
  readonly writesLate: () => Duration.Duration | undefined
}

interface Entry extends ActiveFault {
  readonly chance: Random.Random
  left: number
}

/** Creates a random source from a seed. */
const seeded = (seed: string | number): Random.Random => Effect.runSync(Random.withSeed(Random.Random, seed))

/** Creates an empty list of faults. Probabilities use `random` unless a plan has its own seed. */
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
  /** Counts a use of a fault, and ends the fault with its last use. */
  const counted = (entry: Entry): Entry => {
    entry.left--
    if (entry.left <= 0) entries = entries.filter((other) => other !== entry)
    return entry
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
      const entry = entries.find((entry) => within(entry) === undefined && meets(entry, request))
      return entry === undefined ? undefined : stepOf(counted(entry))
    },
    declinesCard: () => {
      const entry = entries.find((entry) => within(entry)?.type === "cardDeclined" && happens(entry))
      return entry !== undefined && counted(entry) === entry
    },
    writesLate: () => {
      const entry = entries.find((entry) => within(entry)?.type === "lateWrite" && happens(entry))
      const respond = entry && within(counted(entry))
      return respond?.type === "lateWrite" ? Duration.fromInputUnsafe(respond.duration) : undefined
    }
  }
}

const notAPlan = () =>
  new InvalidConfiguration({
    setting: "faults",
    problem: "of the plan is not a list",
    next: "Write faults.follow({ faults: [{ respond: \"drop\" }] }), or give a single fault to faults.add."
  })

const meets = (entry: Entry, request: FaultRequest): boolean => {
  const { endpoint, match } = entry.fault
  return (endpoint === undefined || endpoint === request.endpoint) && (match?.(request) ?? true) && happens(entry)
}

const happens = ({ chance, fault: { probability = 1 } }: Entry): boolean =>
  probability >= 1 || chance.nextDoubleUnsafe() < probability

/** Returns the fault if it happens within the platform, regardless of the request that causes it. */
const within = ({ fault: { respond } }: Entry): CardDeclined | LateWrite | undefined =>
  typeof respond === "object" && "type" in respond && (respond.type === "cardDeclined" || respond.type === "lateWrite")
    ? respond
    : undefined

/** Returns the effect for a request, after the request was counted. */
const stepOf = ({ fault: { respond }, left }: Entry) => {
  const step = isScript(respond) ? respond[respond.length - left - 1]! : respond
  if (typeof step === "string") return step === "pass" ? undefined : lost[step]
  return "type" in step && (step.type === "cardDeclined" || step.type === "lateWrite") ? undefined : step
}

const lost = { drop: { type: "lostBefore" }, dropAfter: { type: "lostAfter" } } as const

const isScript = (respond: Fault["respond"]): respond is ReadonlyArray<FaultEffect | "pass"> => Array.isArray(respond)
