/** Plays a plan: a new emulator and new devices, the steps, and the laws at every moment of rest. */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import * as Scope from "effect/Scope"
import { Transport } from "../../../layers/call/index.ts"
import { Emulator, type Seed } from "../../emulator/index.ts"
import type { Recording } from "../tape/index.ts"
import { beginFault } from "./faults.ts"
import { CurrentAction, networkOf } from "./network.ts"
import type { Plan, Step } from "./steps.ts"
import { type Device, deviceOf, openClient, type TabClient } from "./tabs.ts"
import { type TimelineEntry, timelineOf } from "./timeline.ts"
import { virtualTime } from "./virtualTime.ts"
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

/** What all runs of a simulation share. */
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

/** Counts and duration of a run. */
export interface Played {
  readonly actions: number
  readonly requests: number
  readonly millis: number
}

/** Start of every run: midnight on 1 January 2026. */
const start = Date.UTC(2026, 0, 1)

const hour = 3_600_000

/** Time limit in milliseconds for running actions after the last fault. */
const calmMillis = hour / 6

/** Name of the law that unexpected errors break. */
export const noDefect = "no action throws an unexpected error"

/** Name of the law that a failed start breaks. */
export const appStarts = "the app starts in every tab"

/** Returns the names of a device's tabs. */
export const tabsOfDevice = (device: string, { tabs = 1 }: DeviceOptions): ReadonlyArray<string> =>
  tabs === 1 ? [device] : Array.from({ length: tabs }, (_, at) => `${device}, tab ${at + 1}`)

interface Opened<App, Name extends string> {
  readonly client: TabClient<Name>
  readonly scope: Scope.Closeable
  readonly device: Device
  readonly app: Deferred.Deferred<App>
  /** The tab, once its app has started. */
  ready: OpenTab<App, Name> | undefined
}

/** Plays a plan. Fails with the first broken law. `recordingOf` returns the recording of a tab's requests. */
export const play = <App, Name extends string>(
  setting: Setting<App, Name>,
  plan: Plan,
  recordingOf: (tab: string) => Recording | undefined = () => undefined
): Effect.Effect<Played, Broken> =>
  Effect.gen(function*() {
    const scope = yield* Effect.scope
    let atRest: Effect.Effect<void> = Effect.void
    const time = virtualTime(start, Effect.suspend(() => atRest))
    const timeline = timelineOf(time)
    const seed = `${setting.seed} ${plan.chance}`
    const people = setting.people.map(personOf)
    const peopleByName = Object.fromEntries(people.map((person) => [person.name, person])) as World<App, Name>["people"]

    const platform = yield* Layer.build(Layer.fresh(Emulator.layer(seedWith(setting.emulator, people)))).pipe(
      Effect.provideService(Clock.Clock, time.clock),
      Effect.provideService(Random.Random, yield* Random.withSeed(Random.Random, seed))
    )
    const emulator = Context.get(platform, Emulator)
    const nameOf = (id: string | undefined) => people.find(({ userId }) => userId === id)?.name
    const network = yield* networkOf({
      ...plan,
      emulator,
      nameOf,
      time,
      timeline,
      send: Context.get(platform, Transport).send
    })

    const actions: Array<{ -readonly [Field in keyof SimulatedAction]: SimulatedAction[Field] }> = []
    const devices = new Map<string, Device>()
    const opened = new Map<string, Opened<App, Name>>()
    const ends: Array<SimulatedEnd> = []
    let broken: Broken | undefined
    let steps = 0
    let isOver = false

    const breaks = (law: string, problem: string) => {
      broken ??= { law, problem, timeline: [...timeline.entries], steps }
    }

    const world: World<App, Name> = {
      get tabs() {
        return [...opened.values()].flatMap(({ ready }) => ready ?? [])
      },
      people: peopleByName,
      requests: network.requests,
      actions,
      ends,
      emulator,
      get now() {
        return timeline.now()
      },
      get isOver() {
        return isOver
      }
    }

    const check = Effect.gen(function*() {
      for (const [name, law] of Object.entries(setting.laws)) {
        if (broken !== undefined) return
        const exit = yield* Effect.exit(Effect.suspend(() => asEffect(law(world))))
        if (Exit.isFailure(exit)) breaks(name, messageOf(exit.cause))
        else if (typeof exit.value === "string") breaks(name, exit.value)
        else if (exit.value === false) breaks(name, "The law returned false.")
      }
    })
    atRest = Effect.andThen(network.atRest, check)

    const open = (name: string, device: Device) =>
      Effect.gen(function*() {
        const own = yield* Scope.fork(scope)
        const client = yield* openClient({
          name,
          device,
          ends,
          network,
          people: peopleByName,
          project: emulator.project,
          seed: `${seed} ${name}`,
          timeline,
          recording: recordingOf(name)
        })
          .pipe(Effect.provideService(Scope.Scope, own))
        const tab: Opened<App, Name> = { client, scope: own, device, app: Deferred.makeUnsafe(), ready: undefined }
        opened.set(name, tab)
        yield* run<App>(tab, () => setting.app(client.tab), (exit) => {
          if (Exit.isSuccess(exit)) {
            tab.ready = { ...client.tab, app: exit.value }
            Deferred.doneUnsafe(tab.app, Exit.succeed(exit.value))
          } else if (!Cause.hasInterruptsOnly(exit.cause)) breaks(appStarts, `In ${name}: ${messageOf(exit.cause)}`)
        })
      })

    const run = <A>(tab: Opened<App, Name>, make: () => unknown, ended: (exit: Exit.Exit<A, unknown>) => void) =>
      Effect.suspend(() => asEffect(make()) as Effect.Effect<A, unknown>).pipe(
        Effect.onExit((exit) => Effect.sync(() => ended(exit))),
        Effect.provideContext(tab.client.services),
        Effect.forkIn(tab.scope, { startImmediately: true })
      )

    const act = (name: string, tab: Opened<App, Name>) => {
      const { tab: { name: where, person } } = tab.client
      const action: typeof actions[number] = {
        name,
        tab: where,
        person: person()?.name,
        beganAt: timeline.now(),
        endedAt: undefined,
        result: undefined
      }
      actions.push(action)
      timeline.add(where, "action", `${name}`)
      const effect = Effect.flatMap(
        Deferred.await(tab.app),
        (app) => asEffect(setting.actions[name]!(app, tab.client.tab))
      ).pipe(Effect.provideService(CurrentAction, action))
      return run(tab, () => effect, (exit) => {
        action.endedAt = timeline.now()
        action.result = resultOf(exit)
        const took = action.endedAt - action.beganAt
        if (took > 0 || action.result !== "succeeded") {
          timeline.add(where, "action", `${name}: ${action.result}${took > 0 ? ` after ${took / 1000} s` : ""}`)
        }
        if (action.result === "died") {
          breaks(noDefect, `"${name}" in ${where}: ${Exit.isFailure(exit) ? messageOf(exit.cause) : ""}`)
        }
      })
    }

    const reopen = (name: string) =>
      Effect.suspend(() => {
        const tab = opened.get(name)
        if (tab === undefined || !tab.device.realm.isAwake()) return Effect.void
        timeline.add(name, "fault", "is closed, and opens again")
        return Effect.andThen(Scope.close(tab.scope, Exit.void), open(name, tab.device))
      })

    const revoke = (person: string) => Effect.promise(() => emulator.users.signOut({ user: emailOf(person) }))

    const apply = (step: Step): Effect.Effect<unknown, never, Scope.Scope> => {
      if ("fault" in step) return beginFault(step, { devices, network, reopen, revoke, time, timeline })
      if ("waitSeconds" in step) return time.pass(step.waitSeconds * 1000)
      const tab = opened.get(step.in)
      // a person can't use a device that sleeps
      return tab?.device.realm.isAwake() ? act(step.action, tab) : Effect.void
    }

    const rest = Effect.suspend(() =>
      Effect.andThen(atRest, () => broken === undefined ? Effect.void : Effect.fail(broken))
    )

    for (const [name, options] of Object.entries(setting.devices)) {
      const owner = people.find((person) => person.name === options.owner)!
      const device = yield* deviceOf({ name, owner, network, time })
      devices.set(name, device)
      const tokens = yield* Effect.promise(() => emulator.sessions.start({ user: owner.email }))
      yield* Effect.orDie(device.store.compareAndSet(null, tokens))
      for (const tab of tabsOfDevice(name, options)) yield* open(tab, device)
    }
    if (plan.latencyMillis > 0) {
      timeline.add("platform", "fault", `each response takes ${plan.latencyMillis / 1000} s`)
    }
    yield* rest
    for (const step of plan.steps) {
      if (timeline.now() >= setting.hours * hour) break
      steps++
      yield* apply(step)
      yield* rest
    }
    network.calm()
    for (const { realm } of devices.values()) realm.wake()
    yield* time.pass(calmMillis)
    isOver = true
    yield* rest
    return { actions: actions.length, requests: network.requests.length, millis: timeline.now() }
  }).pipe(Effect.scoped)

const password = "correct horse battery staple"

const emailOf = (name: string): string => `${encodeURIComponent(name)}@example.com`

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
const asEffect = <A>(made: A | PromiseLike<A> | Effect.Effect<A, unknown, any>): Effect.Effect<A, unknown> => {
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

const resultOf = (exit: Exit.Exit<unknown, unknown>): string => {
  if (Exit.isSuccess(exit)) return "succeeded"
  const failed = exit.cause.reasons.find(Cause.isFailReason)
  if (failed === undefined) return Cause.hasInterruptsOnly(exit.cause) ? "interrupted" : "died"
  const { _tag, reason } = Object(failed.error)
  return `failed with ${reason?._tag ?? _tag ?? String(failed.error)}`
}

const messageOf = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause)
  return error instanceof Error ? error.message : String(error)
}
