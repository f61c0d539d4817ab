/**
 * Set-up file for the tests of accounts, sessions and flows in the project `watched`: each program of a test has a
 * session ledger, the recorder of the devtools, metrics and a tape around it. docs/laws.md observe-1.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { afterEach, assert } from "vitest"
import { ObserveCaller } from "../../../layers/access/access.ts"
import { ObserveTransport } from "../../../layers/call/Transport.ts"
import { CallObserver, callsWatched, type Observer } from "../../../layers/observe/CallObserver.ts"
import { keepExchanges } from "../../../layers/observe/exchanges/keepExchanges.ts"
import { observeSession } from "../../../layers/observe/ledger/observeSession.ts"
import { layer as layerMetrics } from "../../../layers/observe/metrics.ts"
import { watched } from "../../../layers/observe/watch.ts"
import { ObserveSession, type SessionFacts } from "../../../layers/session/Session.ts"
import { makeRecorder } from "../../../react/devtools/recorder.ts"

/** What the watchers of this worker have seen. */
export interface Seen {
  readonly entries: () => ReadonlyArray<object>
  readonly calls: ReturnType<typeof makeRecorder>["calls"]
  readonly exchanges: ReturnType<typeof keepExchanges>["list"]
  /** Errors that watchers threw. */
  readonly thrown: Array<unknown>
}

declare global {
  var seenByWatchers: Seen | undefined
}

/** Number of ledgers that observe calls at the same time. */
const maxLedgers = 20

const watchEverything = Effect.gen(function*() {
  const thrown: Array<unknown> = []
  const entries: Array<object> = []
  const exchanges = keepExchanges({ limit: 100 })
  const recorder = makeRecorder()
  let ledgers: ReadonlyArray<Observer> = []

  /** A ledger for each session. */
  const ledger = (facts: SessionFacts) => {
    const clock = Fiber.getCurrent()!.getRef(Clock.Clock)
    const { observer, session } = observeSession({
      now: () => clock.currentTimeMillisUnsafe(),
      add: (entry) => entries.push(entry),
      lastMessageAt: () => -Infinity,
      waitForMessage: (_, then) => then()
    })
    ledgers = [...ledgers.slice(1 - maxLedgers), observer]
    return session(facts)
  }
  const toLedgers: Observer = {
    call: (call) => {
      const observed = ledgers.map((each) => each.call(call))
      return {
        attempt: (started) => {
          const attempts = observed.map((each) => each.attempt(started))
          return {
            status: (status) => attempts.forEach((each) => each.status(status)),
            ended: (...end) => attempts.forEach((each) => each.ended(...end))
          }
        },
        ended: (...end) => observed.forEach((each) => each.ended(...end))
      }
    }
  }

  const watching = yield* Effect.all([
    watched(ObserveSession, ledger),
    watched(ObserveCaller, () => ({ hooks: { call: () => () => {} } })),
    exchanges.tap
  ])
  const observers = yield* Effect.flatMap(
    callsWatched(toLedgers),
    (first) =>
      Effect.provideContext(
        Effect.flatMap(
          callsWatched(recorder.observer),
          (second) => Effect.provideContext(Effect.scoped(Layer.build(layerMetrics())), second)
        ),
        first
      )
  )
  const seen: Seen = { entries: () => entries, calls: recorder.calls, exchanges: exchanges.list, thrown }
  return { context: Context.mergeAll(...watching, observers), seen }
}).pipe(
  Effect.provideService(
    Logger.CurrentLoggers,
    new Set([Logger.make(({ message }) => void globalThis.seenByWatchers!.thrown.push(message))])
  )
)

// Programs of tests are built in many ways, so the watchers are the defaults of the watch points.
if (globalThis.seenByWatchers === undefined) {
  const { context, seen } = Effect.runSync(watchEverything)
  globalThis.seenByWatchers = seen
  for (const point of [ObserveSession, ObserveCaller, ObserveTransport, CallObserver]) {
    const watchers: unknown = Context.get(context, point as typeof CallObserver)
    Reflect.set(point, "defaultValue", () => watchers)
    // Effect keeps a default that was already read
    Reflect.deleteProperty(point, "~effect/Context/defaultValue")
  }
}

afterEach(() => {
  assert.deepStrictEqual(globalThis.seenByWatchers!.thrown.splice(0), [])
})
