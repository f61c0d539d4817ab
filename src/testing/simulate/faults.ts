/** The effects of faults, and their lines in the timeline. */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Disturbance, Network } from "./network.ts"
import type { FaultStep } from "./steps.ts"
import type { Device } from "./tabs.ts"
import type { Timeline } from "./timeline.ts"
import type { VirtualTime } from "./virtualTime.ts"

/** The parts of a run that faults affect. */
export interface Target {
  readonly devices: ReadonlyMap<string, Device>
  readonly network: Network
  readonly time: VirtualTime
  readonly timeline: Timeline
  /** Closes a tab and opens it again. Does nothing while the device sleeps. */
  readonly reopen: (tab: string) => Effect.Effect<void, never, Scope.Scope>
  /** Ends all sessions of a person on the platform. */
  readonly revoke: (person: string) => Effect.Effect<void>
}

/** Begins a fault. Some faults last for a time, and others affect the next requests of a device. */
export const beginFault = (
  step: FaultStep,
  { devices, network, reopen, revoke, time, timeline }: Target
): Effect.Effect<unknown, never, Scope.Scope> =>
  Effect.suspend(() => {
    const say = (what: string) => timeline.add("on" in step ? step.on : "platform", "fault", what)
    if (step.fault === "closedTab") return reopen(step.in)
    if (step.fault === "revokedSessions") {
      say(`ends every session of ${step.of}`)
      return revoke(step.of)
    }
    if (step.fault === "lateWrites") {
      say(`makes ${next(step.changes, "change")} of a quantity ${step.seconds} s late`)
      return Effect.sync(() => network.writeLate(step.changes, step.seconds))
    }
    if (step.fault === "restart") {
      say(`restarts within ${step.seconds} s`)
      return Effect.sync(() => network.cut(step.seconds * 1000))
    }
    const device = devices.get(step.on)!
    const { link, realm } = device
    const disturb = (disturbance: Disturbance, left = 1) =>
      Effect.sync(() => void link.disturbances.push({ disturbance, left }))
    switch (step.fault) {
      case "offline":
        say(`no network for ${step.seconds} s`)
        return Effect.sync(() => network.cut(step.seconds * 1000, link))
      case "lostRequests":
        say(`loses ${next(step.requests, "request")}`)
        return disturb({ type: "lostBefore" }, step.requests)
      case "lostResponses":
        say(`loses the response of ${next(step.requests, "request")}`)
        return disturb({ type: "lostAfter" }, step.requests)
      case "slowRequest":
        say(`the next request takes ${step.seconds} s`)
        return disturb({ slow: "request", millis: step.seconds * 1000 })
      case "slowResponse":
        say(`the next response takes ${step.seconds} s`)
        return disturb({ slow: "response", millis: step.seconds * 1000 })
      case "rateLimited":
        say(`gets 429 for ${next(step.requests, "request")}, Retry-After ${step.retryAfterSeconds} s`)
        return disturb({ type: "tooManyRequests", retryAfterSeconds: step.retryAfterSeconds }, step.requests)
      case "serverErrors":
        say(`gets 503 for ${next(step.requests, "request")}`)
        return disturb({ type: "serverError", status: 503 }, step.requests)
      case "clockSkew":
        say(`the clock is set ${step.minutes > 0 ? "forward" : "back"} by ${Math.abs(step.minutes)} min`)
        return Effect.sync(() => realm.jump(step.minutes * 60_000))
      case "sleep":
        say(`sleeps for ${step.seconds} s`)
        realm.freeze()
        device.asleepUntil = Math.max(device.asleepUntil, time.now() + step.seconds * 1000)
        return Effect.forkScoped(
          Effect.map(time.sleep(step.seconds * 1000), () => {
            // the device may have been suspended again in the meantime, for longer
            if (device.asleepUntil <= time.now()) realm.wake()
          }),
          { startImmediately: true }
        )
    }
  })

const next = (count: number, noun: string): string => count === 1 ? `the next ${noun}` : `the next ${count} ${noun}s`
