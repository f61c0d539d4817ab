/** Runs an app with many seeded plans of actions and faults, and checks laws. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { InvalidConfiguration } from "../../../schemas/errors/CallError.ts"
import type { Seed } from "../../emulator/index.ts"
import { record, type Recording } from "../tape/index.ts"
import { LawBroken } from "./LawBroken.ts"
import { mistakeIn, tabsMistakeIn } from "./mistakes.ts"
import { play, tabsOfDevice } from "./play.ts"
import type { Broken, Setting } from "./run.ts"
import { type Found, shrink } from "./shrink.ts"
import { type FaultName, faultNames, type Names, type Plan, plans, simpler } from "./steps.ts"
import type { Action, DeviceOptions, Law, MakeApp } from "./world.ts"

/** Options of `simulate`. */
export interface Simulation<App, Name extends string = string> {
  /** Names of the users. Each has an account with a password. */
  readonly people: ReadonlyArray<Name>
  /** Devices by name. @default one for each person, with the person's name */
  readonly devices?: { readonly [name: string]: DeviceOptions<NoInfer<Name>> } | undefined
  /** Starts the app in a tab: when the tab opens, and when it opens again after it was closed. */
  readonly app: MakeApp<App, Name>
  /** Actions of people in a tab, by name. */
  readonly actions: { readonly [name: string]: Action<NoInfer<App>, NoInfer<Name>> }
  /** Kinds of faults. @default all */
  readonly faults?: ReadonlyArray<FaultName> | undefined
  /** Laws by name. Checked whenever the app is at rest. */
  readonly laws: { readonly [name: string]: Law<NoInfer<App>, NoInfer<Name>> }
  /** Maximum virtual time of a run in hours. @default 8 */
  readonly hours?: number | undefined
  /** Number of runs. @default 100 */
  readonly runs?: number | undefined
  /** Maximum number of steps of a run. @default 60 */
  readonly steps?: number | undefined
  /** Seed of the plans and of all random numbers. The same seed leads to the same runs. @default 0 */
  readonly seed?: string | number | undefined
  /** Runs only this plan: the `plan` of a `LawBroken`. */
  readonly replay?: Plan | undefined
  /** Seed of the emulator, such as the settings of the project. */
  readonly emulator?: Seed | undefined
}

/** Result of a simulation in which no law was broken. */
export interface Simulated {
  readonly runs: number
  readonly actions: number
  readonly requests: number
  /** Virtual hours of all runs together. */
  readonly hours: number
}

/**
 * Runs an app against an in-process emulator in virtual time: people use it in several tabs and devices, while requests
 * are lost, the platform restarts, clocks are wrong and tabs are closed. Checks the laws whenever the app is at rest.
 * Fails with `LawBroken` for the first broken law, with the shortest plan that breaks it, and with `InvalidConfiguration`
 * if an option is invalid or refers to an unknown name.
 *
 * The result depends on the options alone: no real time passes, and random numbers come from the seed. Code in the app
 * must get the time and random numbers from Effect's `Clock` and `Random`, and send requests through the client only.
 *
 * @example
 * ```ts
 * import { currentUser } from "latchkey"
 * import { sessionLaws, simulate } from "latchkey/testing/simulate"
 *
 * const { runs } = yield* simulate({
 *   people: ["ada"],
 *   app: () => "no state",
 *   actions: { "loads the user": () => currentUser.get() },
 *   laws: sessionLaws,
 *   runs: 10
 * })
 * console.log(runs) // 10
 * ```
 */
export const simulate = <App, const Name extends string>(
  options: Simulation<App, Name>
): Effect.Effect<Simulated, LawBroken | InvalidConfiguration> =>
  Effect.suspend((): Effect.Effect<Simulated, LawBroken | InvalidConfiguration> => {
    const { actions, emulator = {}, faults = faultNames, people, replay, seed = 0 } = options
    const { hours = 8, runs = 100, steps = 60 } = options
    const devices: { readonly [name: string]: DeviceOptions<Name> } = options.devices ??
      Object.fromEntries(people.map((owner) => [owner, { owner }]))
    const setting: Setting<App, Name> = { ...options, devices, emulator, seed, hours }
    const mistakeInTabs = tabsMistakeIn(devices)
    if (mistakeInTabs !== undefined) return Effect.fail(mistakeInTabs)
    const names: Names = {
      actions: Object.keys(actions),
      devices: Object.keys(devices),
      tabs: Object.entries(devices).flatMap(([name, device]) => tabsOfDevice(name, device)),
      people,
      faults
    }
    const mistake = mistakeIn({ devices, hours, names, replay, runs, steps })
    if (mistake !== undefined) return Effect.fail(mistake)
    const generated = replay === undefined ? plans(names, { count: runs, size: steps, seed }) : Effect.succeed([replay])

    return Effect.gen(function*() {
      const all = yield* generated
      const total = { actions: 0, requests: 0, millis: 0 }
      for (const [index, plan] of all.entries()) {
        const played = yield* Effect.result(play(setting, plan))
        if (Result.isFailure(played)) {
          const { law } = played.failure
          const broken = foundIn(plan, played.failure)
          const attempt = (shorter: Plan) =>
            Effect.match(play(setting, shorter), {
              onSuccess: () => undefined,
              onFailure: (broken) => broken.law === law ? foundIn(shorter, broken) : undefined
            })
          const found = replay === undefined ? yield* shrink(broken, attempt, simpler(names)) : broken
          const { problem, timeline } = found.result
          const tapes = yield* recorded((recordingOf) => play(setting, found.plan, recordingOf))
          return yield* new LawBroken({ law, problem, timeline, plan: found.plan, tapes, seed, run: index + 1 })
        }
        total.actions += played.success.actions
        total.requests += played.success.requests
        total.millis += played.success.millis
      }
      const { actions, millis, requests } = total
      return { runs: all.length, actions, requests, hours: millis / 3_600_000 }
    })
  })

/** Returns the conversation of each tab in a run. */
const recorded = (
  run: (recordingOf: (tab: string) => Recording) => Effect.Effect<unknown, unknown>
): Effect.Effect<LawBroken["tapes"]> =>
  Effect.suspend(() => {
    const recordings = new Map<string, Recording>()
    const recordingOf = (tab: string) => {
      const recording = recordings.get(tab) ?? record()
      recordings.set(tab, recording)
      return recording
    }
    return Effect.map(
      Effect.exit(run(recordingOf)),
      () => Object.fromEntries([...recordings].map(([tab, recording]) => [tab, recording.tape()]))
    )
  })

/** Returns the plan without the steps that had not begun when the law was broken. */
const foundIn = (plan: Plan, result: Broken): Found<Broken> => ({
  plan: { ...plan, steps: plan.steps.slice(0, result.steps) },
  result
})
