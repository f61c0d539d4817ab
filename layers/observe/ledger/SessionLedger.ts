/** A record of what happened to a session, and why. docs/laws.md D22–D24. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import { Tabs } from "../../browser/index.ts"
import { changed, count, Listeners, validator } from "../../call/index.ts"
import { ObserveSession } from "../../session/index.ts"
import { callsWatched, type ClientRecorder, watched } from "../index.ts"
import type { LedgerEntry } from "./entry.ts"
import { observeSession } from "./observeSession.ts"

/** The ledger of one client's session. */
export interface Ledger {
  /** Returns the last entries, oldest first. */
  readonly entries: () => ReadonlyArray<LedgerEntry>
  /** Emits the last entries, and every later entry. */
  readonly changes: Stream.Stream<LedgerEntry>
  /** Calls back after every new entry, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void
}

/** A ledger for the option `ledger` of a client. */
export interface ClientLedger extends Ledger, ClientRecorder {}

/** A record of what happened to the session of one client. */
export class SessionLedger extends Context.Service<SessionLedger, Ledger>()("latchkey/SessionLedger") {}

/** Options for a ledger. */
export interface LedgerOptions {
  /** Maximum number of entries. @default 200 */
  readonly capacity?: number | undefined
}

/** Maximum time between a change to the store and the message from the tab that made the change. */
const messageTimeout = 500

const defaults = { capacity: 200 } as const

const validate = validator("ledger", { capacity: count })

/**
 * Creates a ledger for the option `ledger` of `Client.layer`, `createClient` or `LatchkeyProvider`. If the client is
 * built again, the ledger continues. Throws `InvalidConfiguration` if the capacity isn't a whole number above 0: with `NaN`,
 * the ledger would grow without a limit.
 */
export const make = (options: LedgerOptions = {}): ClientLedger => {
  const { capacity } = Result.getOrThrow(validate(changed(defaults, options)))
  const listeners = new Listeners()
  const entries: Array<LedgerEntry> = []
  let recorded = 0

  const add = (entry: object): number => {
    const id = ++recorded
    entries.push({ ...entry, id } as LedgerEntry)
    if (entries.length > capacity) entries.shift()
    listeners.notify()
    return id
  }

  const recording = Effect.gen(function*() {
    const clock = yield* Clock.Clock
    const tabs = yield* Tabs
    const scope = yield* Effect.scope
    const run = Effect.runForkWith(yield* Effect.context<never>())
    let lastMessageAt = -Infinity
    const { observer, session } = observeSession({
      now: () => clock.currentTimeMillisUnsafe(),
      add,
      lastMessageAt: () => lastMessageAt,
      waitForMessage: (at, then) => {
        const wait = Effect.sleep(Math.max(0, at + messageTimeout - clock.currentTimeMillisUnsafe()))
        run(Effect.andThen(wait, Effect.sync(then)), { onFiberStart: Fiber.runIn(scope) })
      }
    })
    const noted = (listener: () => void) => () => {
      lastMessageAt = clock.currentTimeMillisUnsafe()
      listener()
    }
    return Context.mergeAll(
      yield* watched(ObserveSession, session),
      yield* callsWatched(observer),
      Context.make(Tabs, { ...tabs, join: (topic, listener, ...rest) => tabs.join(topic, noted(listener), ...rest) })
    )
  })

  return {
    entries: () => [...entries],
    changes: Stream.callback<LedgerEntry>((queue) =>
      Effect.acquireRelease(
        Effect.sync(() => {
          let last = 0
          const offer = () => {
            for (const entry of entries) {
              if (entry.id > last) Queue.offerUnsafe(queue, entry)
            }
            last = recorded
          }
          offer()
          return listeners.subscribe(offer)
        }),
        (unsubscribe) => Effect.sync(unsubscribe)
      )
    ),
    subscribe: (listener) => listeners.subscribe(listener),
    recording
  }
}

/**
 * Records the last entries of the session of one client. Provide it to the client's layer:
 *
 * ```ts
 * const live = Client.layer(project).pipe(Layer.provideMerge(SessionLedger.layer()))
 * ```
 *
 * Entries contain names, ids, codes and times. They contain no tokens, addresses, inputs or responses.
 */
export const layer = (options?: LedgerOptions): Layer.Layer<SessionLedger> =>
  Layer.effectContext(Effect.suspend(() => {
    const ledger = make(options)
    return Effect.map(ledger.recording, Context.add(SessionLedger, ledger))
  }))

/** Returns the text of a ledger file, which `latchkey doctor --session` reads. */
export const fileOf = (entries: ReadonlyArray<LedgerEntry>): string => JSON.stringify({ ledger: entries }, null, 2)
