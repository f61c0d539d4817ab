/** Devices, and the tabs on them: each tab is a separate client, on the clock and the network of its device. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import { layerServer } from "../../../layers/access/index.ts"
import { Tabs } from "../../../layers/browser/index.ts"
import { Diagnostics, makePageWrites, makeProject, PageWrites, Project, Transport } from "../../../layers/call/index.ts"
import { make as makeLedger, sentenceOf } from "../../../layers/observe/ledger/index.ts"
import { inMemory, Session, TokenStore } from "../../../layers/session/index.ts"
import { makeTurns, Turns } from "../../../layers/turns/index.ts"
import { ServerAccess } from "../../../schemas/access.ts"
import type { ProjectKeys } from "../../emulator/index.ts"
import { Client } from "../../programs/index.ts"
import { clientOfRuntime } from "../../promise/index.ts"
import type { Recording } from "../tape/index.ts"
import "./loaded.ts"
import type { Link, Network } from "./network.ts"
import { type Realm, realmOf } from "./realm.ts"
import type { Timeline } from "./timeline.ts"
import type { VirtualTime } from "./virtualTime.ts"
import type { ClientServices, Person, SimulatedEnd, Tab } from "./world.ts"

/** A device: its clock, its network, and the session that its tabs share. */
export interface Device {
  readonly name: string
  readonly owner: Person
  readonly realm: Realm
  readonly link: Link
  readonly store: TokenStore["Service"]
  /** Messages and locks between the tabs. */
  readonly tabs: Tabs
  /** Time until which the device is suspended. */
  asleepUntil: number
}

export const deviceOf = (
  { name, network, owner, time }: {
    readonly name: string
    readonly owner: Person
    readonly network: Network
    readonly time: VirtualTime
  }
): Effect.Effect<Device> =>
  Effect.map(inMemory(null), (store) => ({
    name,
    owner,
    realm: realmOf(time, 0),
    link: network.link(name),
    store,
    tabs: tabsOfDevice(),
    asleepUntil: -Infinity
  }))

const tabsOfDevice = (): Tabs => {
  const listeners = new Set<() => void>()
  const locks = new Map<string, Semaphore.Semaphore>()
  return {
    join: (_topic, listener) => {
      listeners.add(listener)
      return {
        notify: () => {
          for (const other of listeners) if (other !== listener) other()
        },
        leave: () => void listeners.delete(listener)
      }
    },
    withLock: (topic) => {
      const lock = locks.get(topic) ?? Semaphore.makeUnsafe(1)
      locks.set(topic, lock)
      return lock.withPermits(1)
    }
  }
}

/**
 * The store of a device, for one of its tabs. A change notifies the other tabs, and only one tab refreshes at a time.
 */
const layerStore = ({ store }: Device) =>
  Layer.effect(
    TokenStore,
    Effect.gen(function*() {
      const tabs = yield* Tabs
      const channel = tabs.join("session", () => {})
      yield* Effect.addFinalizer(() => Effect.sync(channel.leave))
      return {
        ...store,
        compareAndSet: (...change) =>
          Effect.tap(store.compareAndSet(...change), (done) => Effect.sync(() => done && channel.notify())),
        withRefreshLock: tabs.withLock("session")
      }
    })
  )

/** A tab and the services that its effects run with. */
export interface TabClient<Name extends string> {
  readonly tab: Tab<Name>
  readonly services: Context.Context<ClientServices | Scope.Scope>
}

/** The settings that make a tab a separate process. */
const ownProcess = () => Context.make(Turns, makeTurns()).pipe(Context.add(PageWrites, makePageWrites()))

/** Opens a client in the current scope. */
export const openClient = <Name extends string>(
  { device, ends, name, network, people, project, recording, seed, timeline }: {
    readonly name: string
    readonly device: Device
    readonly network: Network
    readonly project: ProjectKeys
    readonly people: Tab<Name>["people"]
    readonly timeline: Timeline
    readonly ends: Array<SimulatedEnd>
    readonly recording: Recording | undefined
    readonly seed: string
  }
): Effect.Effect<TabClient<Name>, never, Scope.Scope> =>
  Effect.gen(function*() {
    const scope = yield* Effect.scope
    const settings = Context.make(Clock.Clock, device.realm.clock).pipe(
      Context.add(Random.Random, yield* Random.withSeed(Random.Random, seed)),
      Context.add(Logger.CurrentLoggers, new Set()),
      Context.add(Diagnostics, []),
      Context.merge(ownProcess()),
      Context.add(Tabs, device.tabs)
    )
    let session = undefined as Session["Service"] | undefined
    const person = (): Person | undefined => {
      const state = session?.state()
      const claims = state === undefined || state._tag === "SignedOut" ? undefined : Option.getOrUndefined(state.claims)
      return Object.values<Person>(people).find(({ userId }) => userId === claims?.sub)
    }
    const ledger = makeLedger({ capacity: Infinity })
    const transport = Layer.succeed(
      Transport,
      network.transport({ ...device, name, person: () => person()?.name })
    )
    const layer = Client.layerNoProject({ tokenStore: layerStore(device), ledger }).pipe(
      Layer.provide(recording === undefined ? transport : Layer.provide(recording.layer, transport)),
      Layer.provideMerge(Layer.effect(Project, makeProject(project)))
    )
    const context = yield* Layer.buildWithScope(Layer.fresh(layer), scope).pipe(
      Effect.provideContext(settings),
      Effect.orDie
    )
    const backEnd = yield* Layer.buildWithScope(
      Layer.fresh(layerServer().pipe(Layer.provide([transport, Layer.effect(Project, makeProject(project))]))),
      scope
    ).pipe(Effect.provideContext(settings), Effect.orDie)
    const services = context.pipe(
      Context.merge(settings),
      Context.add(ServerAccess, Context.get(backEnd, ServerAccess)),
      Context.add(Scope.Scope, scope)
    )
    session = Context.get(context, Session)
    const runtime = ManagedRuntime.make(Layer.succeedContext(services))
    yield* Effect.addFinalizer(() => runtime.disposeEffect)
    let shown = 0
    ledger.subscribe(() => {
      for (const entry of ledger.entries().slice(shown)) {
        if (entry._tag === "Ended") {
          // a ledger may record a change later, when it knows the origin of the previous one
          const delay = Math.max(0, device.realm.clock.currentTimeMillisUnsafe() - entry.at)
          ends.push({ tab: name, device: device.name, at: timeline.now() - delay, entry })
        }
        if (entry._tag !== "Found") timeline.add(name, "session", sentenceOf(entry))
      }
      shown = ledger.entries().length
    })
    return {
      services,
      tab: {
        name,
        device: device.name,
        owner: device.owner,
        people,
        session,
        client: clientOfRuntime(() => runtime),
        person,
        ledger: ledger.entries
      }
    }
  })
