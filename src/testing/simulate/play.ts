/** Plays a plan: a new emulator and new devices, the steps, and the laws at every moment of rest. */
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import type { Recording } from "../tape/index.ts"
import { beginFault } from "./faults.ts"
import { CurrentAction } from "./network.ts"
import {
  asEffect,
  breaks,
  type Broken,
  emailOf,
  messageOf,
  type Opened,
  type Run,
  type Setting,
  startRun
} from "./run.ts"
import type { Plan, Step } from "./steps.ts"
import { type Device, deviceOf, openClient } from "./tabs.ts"
import { turns } from "./virtualTime.ts"
import type { DeviceOptions } from "./world.ts"

/** Counts and duration of a run. */
export interface Played {
  readonly actions: number
  readonly requests: number
  readonly millis: number
}

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

/** Plays a plan. Fails with the first broken law. `recordingOf` returns the recording of a tab's requests. */
export const play = <App, Name extends string>(
  setting: Setting<App, Name>,
  plan: Plan,
  recordingOf: (tab: string) => Recording | undefined = () => undefined
): Effect.Effect<Played, Broken> =>
  Effect.acquireUseRelease(
    Effect.flatMap(Scope.make(), (scope) =>
      Effect.map(Scope.provide(startRun(setting, plan, recordingOf), scope), (run) => ({ run, scope }))),
    ({ run, scope }) =>
      Scope.provide(playIn(run), scope),
    ({ run, scope }) => closing(run, scope)
  )

/** Seconds for which effects may clean up after a run. */
const cleanUpSeconds = 60

/** Ends a run while time passes, because effects may clean up. */
const closing = <App, Name extends string>({ devices, network, time }: Run<App, Name>, scope: Scope.Closeable) =>
  Effect.gen(function*() {
    network.calm()
    for (const { realm } of devices.values()) realm.wake()
    const fiber = yield* Effect.forkDetach(Scope.close(scope, Exit.void), { startImmediately: true })
    yield* turns
    for (let second = 0; fiber.pollUnsafe() === undefined && second < cleanUpSeconds; second++) yield* time.pass(1000)
    yield* Fiber.join(fiber)
  })

const playIn = <App, Name extends string>(run: Run<App, Name>): Effect.Effect<Played, Broken, Scope.Scope> =>
  Effect.gen(function*() {
    const { plan, setting } = run
    const { actions, devices, network, time, timeline } = run
    yield* openDevices(run)
    if (plan.latencyMillis > 0) {
      timeline.add("platform", "fault", `each response takes ${plan.latencyMillis / 1000} s`)
    }
    const rest = Effect.andThen(run.atRest, () => run.broken === undefined ? Effect.void : Effect.fail(run.broken))
    yield* rest
    for (const step of plan.steps) {
      if (timeline.now() >= setting.hours * hour) break
      run.steps++
      yield* apply(run, step)
      yield* rest
    }
    network.calm()
    for (const { realm } of devices.values()) realm.wake()
    yield* time.pass(calmMillis)
    run.isOver = true
    yield* rest
    return { actions: actions.length, requests: network.requests.length, millis: timeline.now() }
  })

/** Opens the tabs of all devices, with a session of the device's owner unless it starts signed out. */
const openDevices = <App, Name extends string>(run: Run<App, Name>): Effect.Effect<void> =>
  Effect.gen(function*() {
    const { devices, emulator, network, people, setting, time } = run
    for (const [name, options] of Object.entries(setting.devices)) {
      const owner = people.find((person) => person.name === options.owner)!
      const device = yield* deviceOf({ name, owner, network, time })
      devices.set(name, device)
      if (options.signedIn !== false) {
        const tokens = yield* Effect.promise(() => emulator.sessions.start({ user: owner.email }))
        yield* Effect.orDie(device.store.compareAndSet(null, tokens))
      }
      for (const tab of tabsOfDevice(name, options)) yield* open(run, tab, device)
    }
  })

/** Opens a tab, and starts its app. */
const open = <App, Name extends string>(run: Run<App, Name>, name: string, device: Device) =>
  Effect.gen(function*() {
    const { emulator, ends, network, opened, peopleByName: people, recordingOf, scope, seed, setting, timeline } = run
    const own = yield* Scope.fork(scope)
    const client = yield* openClient({
      name,
      device,
      ends,
      network,
      people,
      project: emulator.project,
      seed: `${seed} ${name}`,
      timeline,
      recording: recordingOf(name)
    })
      .pipe(Effect.provideService(Scope.Scope, own))
    const tab: Opened<App, Name> = { client, scope: own, device, app: Deferred.makeUnsafe(), ready: undefined }
    opened.set(name, tab)
    yield* start<App, App, Name>(tab, () => setting.app(client.tab), (exit) => {
      if (Exit.isSuccess(exit)) {
        tab.ready = { ...client.tab, app: exit.value }
        Deferred.doneUnsafe(tab.app, Exit.succeed(exit.value))
      } else if (!Cause.hasInterruptsOnly(exit.cause)) breaks(run, appStarts, `In ${name}: ${messageOf(exit.cause)}`)
    })
  })

/** Starts an effect or a promise in a tab. */
const start = <A, App, Name extends string>(
  tab: Opened<App, Name>,
  make: () => unknown,
  ended: (exit: Exit.Exit<A, unknown>) => void
) =>
  Effect.suspend(() => asEffect(make()) as Effect.Effect<A, unknown>).pipe(
    Effect.onExit((exit) => Effect.sync(() => ended(exit))),
    Effect.provideContext(tab.client.services),
    Effect.forkIn(tab.scope, { startImmediately: true })
  )

/** Starts an action in a tab. */
const act = <App, Name extends string>(run: Run<App, Name>, name: string, tab: Opened<App, Name>) => {
  const { actions, setting, timeline } = run
  const { tab: { name: where, person } } = tab.client
  const action: Run<App, Name>["actions"][number] = {
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
    (app) => asEffect(setting.actions[name]!(app, tab.client.tab, run.world))
  ).pipe(Effect.provideService(CurrentAction, action))
  return start(tab, () => effect, (exit) => {
    action.endedAt = timeline.now()
    action.result = resultOf(exit)
    const took = action.endedAt - action.beganAt
    if (took > 0 || action.result !== "succeeded") {
      timeline.add(where, "action", `${name}: ${action.result}${took > 0 ? ` after ${took / 1000} s` : ""}`)
    }
    if (Exit.isFailure(exit) && action.result === "died") {
      breaks(run, noDefect, `"${name}" in ${where}: ${messageOf(exit.cause)}`)
    }
  })
}

/** Closes a tab and opens it again, as a reload does. */
const reopen = <App, Name extends string>(run: Run<App, Name>, name: string) =>
  Effect.suspend(() => {
    const tab = run.opened.get(name)!
    if (!tab.device.realm.isAwake()) return Effect.void
    run.timeline.add(name, "fault", "is closed, and opens again")
    return Effect.gen(function*() {
      // effects that clean up may need more time than this moment
      yield* Effect.forkIn(Scope.close(tab.scope, Exit.void), run.scope, { startImmediately: true })
      yield* turns
      yield* open(run, name, tab.device)
    })
  })

const apply = <App, Name extends string>(
  run: Run<App, Name>,
  step: Step
): Effect.Effect<unknown, never, Scope.Scope> => {
  if ("fault" in step) {
    return beginFault(step, {
      ...run,
      reopen: (name) => reopen(run, name),
      revoke: (person) => Effect.promise(() => run.emulator.users.signOut({ user: emailOf(person) }))
    })
  }
  if ("waitSeconds" in step) return run.time.pass(step.waitSeconds * 1000)
  const tab = run.opened.get(step.in)!
  // a person can't use a device that sleeps
  return tab.device.realm.isAwake() ? act(run, step.action, tab) : Effect.void
}

const resultOf = (exit: Exit.Exit<unknown, unknown>): string => {
  if (Exit.isSuccess(exit)) return "succeeded"
  const failed = exit.cause.reasons.find(Cause.isFailReason)
  if (failed === undefined) return Cause.hasInterruptsOnly(exit.cause) ? "interrupted" : "died"
  const { _tag, reason } = Object(failed.error)
  return `failed with ${reason?._tag ?? _tag ?? String(failed.error)}`
}
