/** Records what happened to users' sessions on all servers of a fleet, in the store that the servers share. */
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { InvalidConfiguration } from "../../../schemas/errors/CallError.ts"
import { age, changed, count, log, validator } from "../../call/index.ts"
import type { ClientRecorder } from "../../observe/index.ts"
import { LedgerEntry, make as makeLedger } from "../../observe/ledger/index.ts"
import { SharedRecords, type SharedRecordsFailed } from "../index.ts"

/** An entry of a fleet's ledger. Numbers are unique among the entries of one user, and increase by 1. */
export type FleetLedgerEntry = LedgerEntry & {
  /** Name of the server that recorded the entry. */
  readonly server?: string | undefined
}

/** Options for {@link layer}. */
export interface FleetLedgerOptions {
  /** Name of this server in its entries, such as its host name. @default none */
  readonly server?: string | undefined
  /** Maximum number of entries of one user, about 200 bytes each. @default 100 */
  readonly capacity?: number | undefined
  /** Time after a user's last entry until the entries are removed. @default "30 days" */
  readonly keep?: Duration.Input | undefined
}

/** A record of what happened to users' sessions on all servers. */
export class FleetLedger extends Context.Service<FleetLedger, {
  /**
   * Recorder for the client of one request: `Client.layerNoProject({ tokenStore: opened.layer, ledger: fleetLedger })`.
   * `FleetAuthenticator.layer` uses the ledger automatically. Entries are written when the client's scope closes. If
   * the store can't be reached, they are lost, and a warning is logged.
   */
  readonly recording: ClientRecorder["recording"]
  /**
   * Returns the entries of a user's sessions, oldest first. `SessionLedger.whySignedOut` explains how the last session
   * ended.
   */
  readonly entriesOf: (userId: string) => Effect.Effect<ReadonlyArray<FleetLedgerEntry>, SharedRecordsFailed>
}>()("latchkey/FleetLedger") {}

const defaults = { capacity: 100, keep: 2_592_000_000 } as const

const validate = validator("fleetLedger", { capacity: count, keep: age })

/**
 * Records what happens to users' sessions on this server, in the fleet's store. Provide this layer to the layer of
 * `FleetAuthenticator`, and its service to the clients of requests.
 *
 * A server records only what it does itself or learns from the platform. When it discovers a change by another server,
 * it records nothing, because the other server has recorded the change. Requests without a change write nothing.
 */
export const layer = (
  { server, ...options }: FleetLedgerOptions = {}
): Layer.Layer<FleetLedger, InvalidConfiguration, SharedRecords> =>
  Layer.effect(
    FleetLedger,
    Effect.gen(function*() {
      const records = yield* SharedRecords
      const { capacity, keep } = yield* Effect.fromResult(validate(changed(defaults, options)))

      const append = (userId: string, added: ReadonlyArray<LedgerEntry>): Effect.Effect<void, SharedRecordsFailed> =>
        Effect.gen(function*() {
          for (;;) {
            const held = yield* records.get(nameOf(userId))
            const entries = joined(entriesIn(held), added, server).slice(-capacity)
            if (yield* records.compareAndSet(nameOf(userId), held, JSON.stringify(entries), keep)) return
          }
        })

      const write = (entries: ReadonlyArray<LedgerEntry>) =>
        Effect.forEach([...byUser(entries)], ([userId, own]) => append(userId, own), { discard: true }).pipe(
          Effect.catch(({ message }) =>
            log.warnThrottled("fleet ledger", `Entries of the fleet's ledger were lost. ${message}`)
          )
        )

      return FleetLedger.of({
        recording: Effect.suspend(() => {
          const ledger = makeLedger({ capacity })
          return Effect.andThen(
            Effect.addFinalizer(() => Effect.suspend(() => write(ledger.entries().filter(isOwn)))),
            ledger.recording
          )
        }),
        entriesOf: (userId) => Effect.map(records.get(nameOf(userId)), entriesIn)
      })
    })
  )

const nameOf = (userId: string): string => `ledger:${userId}`

/** Whether this server made the change, or learnt of it from the platform. */
const isOwn = (entry: LedgerEntry): boolean =>
  entry._tag === "Ended"
    ? entry.by !== "vanished" && entry.by !== "anotherTab"
    : entry._tag !== "Found" && !("by" in entry && entry.by === "elsewhere")

/** Groups entries by user. An entry without a known user belongs to the user of the entry before it. */
const byUser = (entries: ReadonlyArray<LedgerEntry>): ReadonlyMap<string, ReadonlyArray<LedgerEntry>> => {
  const groups = new Map<string, Array<LedgerEntry>>()
  let last = entries.find(({ userId }) => userId !== undefined)?.userId
  for (const entry of entries) {
    last = entry.userId ?? last
    if (last === undefined) continue
    const group = groups.get(last)
    if (group === undefined) groups.set(last, [entry])
    else group.push(entry)
  }
  return groups
}

/** Appends entries with the next numbers. Removes references to causes that were left out. */
const joined = (
  before: ReadonlyArray<FleetLedgerEntry>,
  added: ReadonlyArray<LedgerEntry>,
  server: string | undefined
): ReadonlyArray<FleetLedgerEntry> => {
  const first = (before.at(-1)?.id ?? 0) + 1
  const numbers = new Map(added.map(({ id }, at) => [id, first + at]))
  return [
    ...before,
    ...added.map(({ because, ...entry }, at): FleetLedgerEntry => {
      const cause = because === undefined ? undefined : numbers.get(because)
      return {
        ...entry as LedgerEntry,
        id: first + at,
        ...(cause === undefined ? {} : { because: cause }),
        ...(server === undefined ? {} : { server })
      }
    })
  ]
}

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Array(Schema.Unknown)))

const decodeEntry = Schema.decodeUnknownOption(LedgerEntry)

/** Returns the entries in a record. Skips unreadable entries, which another version of the program may have written. */
const entriesIn = (text: string | undefined): ReadonlyArray<FleetLedgerEntry> =>
  Option.getOrElse(decode(text), (): ReadonlyArray<unknown> => []).flatMap((each) => {
    const { server } = Object(each) as { readonly server?: unknown }
    return Option.match(decodeEntry(each), {
      onNone: () => [],
      onSome: (entry) => [typeof server === "string" ? { ...entry, server } : entry]
    })
  })
