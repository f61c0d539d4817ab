/** A run of a simulation: a new emulator, its network and devices, and what has happened so far. */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import type * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import type * as Scope from "effect/Scope"
import { Transport } from "../../../layers/call/index.ts"
import { Emulator, type EmulatorHandle, type Seed } from "../../emulator/index.ts"
import type { Recording } from "../tape/index.ts"
import { type Network, networkOf } from "./network.ts"
import type { Plan } from "./steps.ts"
import type { Device, TabClient } from "./tabs.ts"
import { type Timeline, type TimelineEntry, timelineOf } from "./timeline.ts"
import { type VirtualTime, virtualTime } from "./virtualTime.ts"
import type {
  Action,
  DeviceOptions,
  Law,
  MakeApp,
  OpenTab,
  Person,
  SimulatedAction,
  SimulatedEnd,
  World
} from "./world.ts"

/** Settings that all runs of a simulation share. */
export interface Setting<App, Name extends string> {
  readonly people: ReadonlyArray<Name>
  readonly devices: { readonly [name: string]: DeviceOptions<Name> }
  readonly app: MakeApp<App, Name>
  readonly actions: { readonly [name: string]: Action<App, Name> }
  readonly laws: { readonly [name: string]: Law<App, Name> }
  readonly emulator: Seed
  readonly seed: string | number
  readonly hours: number
}

/** A broken law, and the run until then. */
export interface Broken {
  readonly law: string
  readonly problem: string
  readonly timeline: ReadonlyArray<TimelineEntry>
  /** Number of steps that had begun. */
  readonly steps: number
}

/** An open tab. */
export interface Opened<App, Name extends string> {
  readonly client: TabClient<Name>
  readonly scope: Scope.Closeable
  readonly device: Device
  readonly app: Deferred.Deferred<App>
  /** The tab, once its app has started. */
  ready: OpenTab<App, Name> | undefined
}

/** A run of a simulation. */
export interface Run<App, Name extends string> {
  readonly setting: Setting<App, Name>
  readonly plan: Plan
  readonly recordingOf: (tab: string) => Recording | undefined
  readonly seed: string
  readonly scope: Scope.Scope
  readonly time: VirtualTime
  readonly timeline: Timeline
  readonly emulator: EmulatorHandle
  readonly network: Network
  /** The run, as laws and actions see it. */
  readonly world: World<App, Name>
  readonly people: ReadonlyArray<Person>
  readonly peopleByName: World<App, Name>["people"]
  readonly actions: Array<{ -readonly [Field in keyof SimulatedAction]: SimulatedAction[Field] }>
  readonly ends: Array<SimulatedEnd>
  readonly devices: Map<string, Device>
  readonly opened: Map<string, Opened<App, Name>>
  /** Completes when the program is at rest and the laws were checked. */
  readonly atRest: Effect.Effect<void>
  /** The first law that was broken. */
  broken: Broken | undefined
  /** Number of steps that have begun. */
  steps: number
  isOver: boolean
}

/** Start of every run: midnight on 1 January 2026. */
const start = Date.UTC(2026, 0, 1)

/** Starts a run. Whenever the program is at rest, the laws are checked. */
export const startRun = <App, Name extends string>(
  setting: Setting<App, Name>,
  plan: Plan,
  recordingOf: (tab: string) => Recording | undefined
): Effect.Effect<Run<App, Name>, never, Scope.Scope> =>
  Effect.gen(function*() {
    let atRest: Effect.Effect<void> = Effect.void
    const time = virtualTime(start, Effect.suspend(() => atRest))
    const timeline = timelineOf(time)
    const seed = `${setting.seed} ${plan.chance}`
    const people = setting.people.map(personOf)
    const platform = yield* Layer.build(Layer.fresh(Emulator.layer(seedWith(setting.emulator, people)))).pipe(
      Effect.provideService(Clock.Clock, time.clock),
      Effect.provideService(Random.Random, yield* Random.withSeed(Random.Random, seed))
    )
    const emulator = Context.get(platform, Emulator)
    const nameOf = (id: string | undefined) => people.find(({ userId }) => userId === id)?.name
    const { send } = Context.get(platform, Transport)
    const run: Omit<Run<App, Name>, "world"> = {
      setting,
      plan,
      recordingOf,
      seed,
      scope: yield* Effect.scope,
      time,
      timeline,
      emulator,
      network: yield* networkOf({ ...plan, emulator, nameOf, send, time, timeline }),
      people,
      peopleByName: Object.fromEntries(people.map((person) => [person.name, person])) as World<App, Name>["people"],
      actions: [],
      ends: [],
      devices: new Map(),
      opened: new Map(),
      atRest: Effect.suspend(() => atRest),
      broken: undefined,
      steps: 0,
      isOver: false
    }
    const whole = Object.assign(run, { world: worldOf(run) })
    atRest = Effect.andThen(run.network.atRest, check(whole))
    return whole
  })

const worldOf = <App, Name extends string>(run: Omit<Run<App, Name>, "world">): World<App, Name> => ({
  get tabs() {
    return [...run.opened.values()].flatMap(({ ready }) => ready ?? [])
  },
  people: run.peopleByName,
  requests: run.network.requests,
  actions: run.actions,
  ends: run.ends,
  emulator: run.emulator,
  get now() {
    return run.timeline.now()
  },
  get isOver() {
    return run.isOver
  }
})

/** Checks the laws until one is broken. */
const check = <App, Name extends string>(run: Run<App, Name>): Effect.Effect<void> =>
  Effect.gen(function*() {
    for (const [name, law] of Object.entries(run.setting.laws)) {
      if (run.broken !== undefined) return
      const exit = yield* Effect.exit(Effect.suspend(() => asEffect(law(run.world))))
      if (Exit.isFailure(exit)) breaks(run, name, messageOf(exit.cause))
      else if (typeof exit.value === "string") breaks(run, name, exit.value)
      else if (exit.value === false) breaks(run, name, "The law returned false.")
    }
  })

/** Records that a law is broken, unless another one was broken before. */
export const breaks = <App, Name extends string>(run: Run<App, Name>, law: string, problem: string): void => {
  run.broken ??= { law, problem, timeline: [...run.timeline.entries], steps: run.steps }
}

const password = "correct horse battery staple"

/** Returns the email address of a person. */
export const emailOf = (name: string): string => `${encodeURIComponent(name)}@example.com`

const personOf = (name: string, index: number): Person => ({
  name,
  userId: `00000000-0000-4000-8000-${String(index + 1).padStart(12, "0")}`,
  email: emailOf(name),
  password
})

const seedWith = (seed: Seed, people: ReadonlyArray<Person>): Seed => ({
  ...seed,
  users: [
    ...seed.users ?? [],
    ...people.map(({ email, name, userId }) => ({ id: userId, email, password, displayName: name }))
  ]
})

/** Runs an effect, or waits for a promise; anything else is the result. */
export const asEffect = <A>(made: A | PromiseLike<A> | Effect.Effect<A, unknown, any>): Effect.Effect<A, unknown> => {
  if (Effect.isEffect(made)) return made as Effect.Effect<A, unknown>
  return isThenable(made) ? promised(made) : Effect.succeed(made)
}

const isThenable = (value: unknown): value is PromiseLike<any> => typeof Object(value).then === "function"

/** Awaits a promise. Errors with a tag are expected errors; all others are defects. */
const promised = <A>(promise: PromiseLike<A>): Effect.Effect<A, unknown> =>
  Effect.callback((resume) => {
    promise.then(
      (value) => resume(Effect.succeed(value)),
      (error) => resume("_tag" in Object(error) ? Effect.fail(error) : Effect.die(error))
    )
  })

/** Returns the message of an error. */
export const messageOf = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause)
  return error instanceof Error ? error.message : String(error)
}
