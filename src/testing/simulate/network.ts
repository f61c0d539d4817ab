/**
 * The network between the devices and the emulator. The emulator handles one request at a time, while everything else
 * is at rest, so the order of requests and responses depends only on virtual time. Only a fault lets requests overlap.
 */
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { type Transport, TransportError, type WireRequest } from "../../../layers/call/index.ts"
import { stateOfToken } from "../../../layers/session/index.ts"
import type { EmulatorHandle, FaultEffect } from "../../emulator/index.ts"
import type { Realm } from "./realm.ts"
import type { Timeline } from "./timeline.ts"
import { turns, type VirtualTime } from "./virtualTime.ts"
import type { SimulatedAction, SimulatedRequest } from "./world.ts"

/** The action that a fiber belongs to. */
export const CurrentAction = Context.Reference<SimulatedAction | undefined>("latchkey/testing/CurrentAction", {
  defaultValue: () => undefined
})

type Send = Transport["Service"]["send"]

type Response = Exit.Exit<Effect.Success<ReturnType<Send>>, Effect.Error<ReturnType<Send>>>

interface Sent {
  readonly link: Link
  readonly request: WireRequest
  readonly record: { -readonly [Field in keyof SimulatedRequest]: SimulatedRequest[Field] }
  readonly response: Deferred.Deferred<Effect.Success<ReturnType<Send>>, Effect.Error<ReturnType<Send>>>
}

/** Effect of a fault on the next requests of a device. */
export type Disturbance = FaultEffect | { readonly slow: "request" | "response"; readonly millis: number }

/** Connection of a device to the network. */
export interface Link {
  readonly device: string
  readonly disturbances: Array<{ readonly disturbance: Disturbance; left: number }>
  /** Time until which the device has no network connection. */
  cutUntil: number
}

/** The tab that sends a request. */
export interface Sender {
  readonly name: string
  readonly link: Link
  readonly realm: Realm
  readonly person: () => string | undefined
}

/** The network of a simulation. */
export interface Network {
  /** All requests, in the order in which they were sent. */
  readonly requests: ReadonlyArray<SimulatedRequest>
  readonly link: (device: string) => Link
  readonly transport: (tab: Sender) => Transport["Service"]
  /** Handles all requests that were sent, until the program is at rest. */
  readonly atRest: Effect.Effect<void>
  /** Breaks the open connections, of one device or all, and loses requests for a time. */
  readonly cut: (millis: number, link?: Link) => void
  /** Delays the next changes of quantities. Meanwhile, the emulator handles other requests. */
  readonly writeLate: (changes: number, seconds: number) => void
  /** Ends all disturbances. */
  readonly calm: () => void
}

const broken = Exit.fail(new TransportError({ fault: "TypeError: terminated", transient: true }))

/** Inputs for creating the network. */
interface Parts {
  readonly emulator: EmulatorHandle
  /** Reaches the emulator directly. */
  readonly send: Send
  readonly time: VirtualTime
  readonly timeline: Timeline
  /** Time that a response takes if no fault delays it. */
  readonly latencyMillis: number
  /** Returns the name of the person with this user id. */
  readonly nameOf: (userId: string | undefined) => string | undefined
}

/** The requests that are under way. */
interface Traffic extends Parts {
  readonly requests: Array<SimulatedRequest>
  readonly links: Array<Link>
  readonly open: Set<Sent>
  readonly arrived: Array<Sent>
  /** Slow requests that arrive now. */
  readonly late: Array<Sent>
  /** Time until which no device has a network connection. */
  cutUntil: number
  /** Runs a task after a time. */
  readonly later: (millis: number, task: () => void) => Effect.Effect<unknown>
  /** Removes each fault that delays changes of quantities. */
  readonly lateWrites: Array<() => void>
  readonly scope: Scope.Scope
}

/** Creates the network of an emulator. */
export const networkOf = (parts: Parts): Effect.Effect<Network, never, Scope.Scope> =>
  Effect.map(Effect.scope, (scope) => {
    const traffic: Traffic = {
      ...parts,
      requests: [],
      links: [],
      open: new Set(),
      arrived: [],
      late: [],
      cutUntil: -Infinity,
      lateWrites: [],
      scope,
      later: (millis, task) =>
        Effect.forkIn(Effect.andThen(parts.time.sleep(millis), Effect.sync(task)), scope, { startImmediately: true })
    }
    const { emulator, lateWrites, links, open, requests, time } = traffic
    return {
      requests,
      link: (device) => {
        const link: Link = { device, disturbances: [], cutUntil: -Infinity }
        links.push(link)
        return link
      },
      transport: (sender) => ({ send: (request) => sendFrom(traffic, sender, request) }),
      atRest: handleAll(traffic),
      cut: (millis, link) => {
        const until = time.now() + millis
        if (link === undefined) traffic.cutUntil = Math.max(traffic.cutUntil, until)
        else link.cutUntil = Math.max(link.cutUntil, until)
        for (const sent of open) if (link === undefined || sent.link === link) end(traffic, sent, broken)
      },
      writeLate: (times, seconds) => {
        lateWrites.push(emulator.faults.add({ times, respond: { type: "lateWrite", duration: seconds * 1000 } }))
      },
      calm: () => {
        traffic.cutUntil = -Infinity
        for (const remove of lateWrites.splice(0)) remove()
        for (const link of links) {
          link.cutUntil = -Infinity
          link.disturbances.length = 0
        }
      }
    }
  })

/** Sends a request, and waits for its response. */
const sendFrom = (
  { arrived, open, requests, timeline }: Traffic,
  { link, name, person, realm }: Sender,
  request: WireRequest
): ReturnType<Send> =>
  Effect.flatMap(CurrentAction, (action) => {
    const record: Sent["record"] = {
      id: requests.length + 1,
      tab: name,
      device: link.device,
      sentAt: timeline.now(),
      endedAt: undefined,
      endpoint: undefined,
      userId: userIdIn(request),
      person: person(),
      status: undefined,
      errorCode: undefined,
      isLost: false,
      beginsSession: false,
      action
    }
    const sent: Sent = { link, request, record, response: Deferred.makeUnsafe() }
    requests.push(record)
    open.add(sent)
    arrived.push(sent)
    return Effect.onInterrupt(
      realm.arriving(Deferred.await(sent.response)),
      () =>
        Effect.sync(() => {
          record.endedAt ??= timeline.now()
          record.isLost = true
        })
    )
  })

/** Handles the requests that have arrived, one at a time, until the program is at rest. */
const handleAll = (traffic: Traffic): Effect.Effect<void> =>
  Effect.gen(function*() {
    const { arrived, late, open } = traffic
    yield* turns
    while (late.length + arrived.length > 0) {
      const slow = late.shift()
      const sent = slow ?? arrived.shift()!
      if (open.has(sent)) yield* slow === undefined ? begin(traffic, sent) : handle(traffic, sent, undefined)
      yield* turns
    }
  })

/** Applies the device's fault to a request, or handles the request. */
const begin = (traffic: Traffic, sent: Sent): Effect.Effect<unknown> =>
  Effect.suspend(() => {
    const { late, later, timeline } = traffic
    const disturbance = disturbanceOf(traffic, sent.link)
    if (disturbance === undefined || "type" in disturbance) return handle(traffic, sent, disturbance)
    if (disturbance.slow === "response") return handle(traffic, sent, undefined, disturbance.millis)
    timeline.add(sent.record.tab, "request", `a request is on its way for ${disturbance.millis / 1000} s`)
    return later(disturbance.millis, () => late.push(sent))
  })

const disturbanceOf = (
  { cutUntil, time }: Traffic,
  { cutUntil: until, disturbances }: Link
): Disturbance | undefined => {
  if (Math.max(until, cutUntil) > time.now()) return { type: "lostBefore" }
  const first = disturbances[0]
  if (first !== undefined && --first.left === 0) disturbances.shift()
  return first?.disturbance
}

/** Lets the emulator handle a request. The response arrives after a delay. */
const handle = (
  traffic: Traffic,
  sent: Sent,
  effect: FaultEffect | undefined,
  delay = traffic.latencyMillis
): Effect.Effect<unknown> =>
  Effect.suspend(() => {
    const { emulator, lateWrites, send } = traffic
    const remove = effect === undefined ? undefined : emulator.faults.add({ times: 1, respond: effect })
    const before = sessionsOf(traffic)
    const handled = Effect.flatMap(Effect.exit(send(sent.request)), (exit) => {
      remove?.()
      return respond(traffic, sent, exit, before, delay)
    })
    return lateWrites.length === 0 ? handled : untilLateWrite(traffic, handled)
  })

const sessionsOf = ({ emulator }: Traffic): number =>
  emulator.store.projects.get(emulator.project.projectId)!.sessions.size

/** Waits for a request until the emulator has handled it, or until it waits for a late write. */
const untilLateWrite = ({ emulator, scope }: Traffic, handled: Effect.Effect<unknown>): Effect.Effect<void> =>
  Effect.gen(function*() {
    const left = writesLeft(emulator)
    const fiber = yield* Effect.forkIn(handled, scope, { startImmediately: true })
    while (fiber.pollUnsafe() === undefined && writesLeft(emulator) === left) yield* Effect.yieldNow
  })

const writesLeft = (emulator: EmulatorHandle): number =>
  emulator.faults.list().reduce(
    (sum, { fault: { respond }, left }) => Object(respond).type === "lateWrite" ? sum + left : sum,
    0
  )

/** Delivers a response after a delay, and notes it in the timeline. */
const respond = (
  traffic: Traffic,
  sent: Sent,
  exit: Response,
  before: number,
  delay: number
): Effect.Effect<unknown> =>
  Effect.suspend(() => {
    const { emulator, later, nameOf, open, timeline } = traffic
    const { record } = sent
    const { endpoint, errorCode, path, status } = emulator.requests.list().at(-1)!
    Object.assign(record, { endpoint, status, errorCode, beginsSession: sessionsOf(traffic) > before })
    const person = nameOf(record.userId)
    const isReceived = Exit.isSuccess(exit)
    timeline.add(
      record.tab,
      "request",
      `${endpoint ?? path}${person === undefined ? "" : ` as ${person}`} → ${
        isReceived ? [status, errorCode].filter((part) => part !== undefined).join(" ") : "lost"
      }${delay === 0 ? "" : `, arrives after ${delay / 1000} s`}`
    )
    if (delay === 0) return Effect.sync(() => end(traffic, sent, exit))
    return later(delay, () => {
      if (open.has(sent)) timeline.add(record.tab, "request", `the response of ${endpoint ?? path} arrives`)
      end(traffic, sent, exit)
    })
  })

const end = ({ open, timeline }: Traffic, sent: Sent, exit: Response): void => {
  if (!open.delete(sent)) return
  sent.record.endedAt ??= timeline.now()
  sent.record.isLost ||= Exit.isFailure(exit)
  Deferred.doneUnsafe(sent.response, exit)
}

/** Returns the id of the user whose access token a request contains. */
const userIdIn = ({ headers }: WireRequest): string | undefined => {
  const token = Object.entries(headers).find(([name]) => name.toLowerCase().endsWith("-access-token"))?.[1]
  const state = stateOfToken(token === undefined ? null : Redacted.make(token))
  return state._tag === "SignedOut" ? undefined : Option.getOrUndefined(state.claims)?.sub
}
