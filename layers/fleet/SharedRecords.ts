/** Texts by name that several servers share, changed in one atomic step: compare, then write. Over Redis first. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { KeyValueStore } from "effect/persistence/KeyValueStore"
import * as Redis from "effect/persistence/Redis"
import * as Semaphore from "effect/Semaphore"
import { TaggedError } from "../../schemas/TaggedError.ts"

/**
 * The store that the servers share does not answer, or refuses. Nobody is signed out by that.
 *
 * @cause Redis, or whatever the store is, does not run or cannot be reached.
 * @cause The store is slower than its `timeout`.
 * @fix Answer 503 and let people try again in a moment. Check that the store runs, and its address.
 */
export class SharedRecordsFailed extends TaggedError("SharedRecordsFailed")<{
  readonly operation: "read" | "write"
  readonly problem: string
}> {
  override get message(): string {
    return `The store that the servers share could not be ${this.operation === "read" ? "read" : "written"}: `
      + `${this.problem}. Answer 503 and try again in a moment; check that the store runs and can be reached.`
  }
}

/** How the store is used. */
export interface SharedRecordsOptions {
  /** What the names of all keys begin with. @default `latchkey:` */
  readonly prefix?: string | undefined
  /** How long one command may take, from when it is sent. @default "1 second" */
  readonly timeout?: Duration.Input | undefined
}

/** Texts by name, gone once nobody prolongs them. */
export class SharedRecords extends Context.Service<SharedRecords, {
  readonly get: (name: string) => Effect.Effect<string | undefined, SharedRecordsFailed>
  /**
   * Writes `next` for `keepMillis`, or removes the text, when the store still holds `expected`; `undefined` stands for no
   * text. `false`: it holds something else, and nothing was written.
   */
  readonly compareAndSet: (
    name: string,
    expected: string | undefined,
    next: string | undefined,
    keepMillis: number
  ) => Effect.Effect<boolean, SharedRecordsFailed>
  /** Keeps a text for `keepMillis` from now on. */
  readonly prolong: (name: string, keepMillis: number) => Effect.Effect<void, SharedRecordsFailed>
}>()("latchkey/SharedRecords") {
  /** Redis 6 or newer, or what speaks like it. Give its client `disableOfflineQueue: true`: what is late is of no use. */
  static readonly layerRedis = (
    options: SharedRecordsOptions = {}
  ): Layer.Layer<SharedRecords, never, Redis.Redis> =>
    Layer.effect(SharedRecords, Effect.map(Redis.Redis, (redis) => guarded(overRedis(redis, options), options)))

  /**
   * Any key-value store. Comparing and writing is one step within a process only, so with several processes a session may
   * now and then be refreshed twice, and of two writers at the same moment the later one counts.
   */
  static readonly layerKeyValue = (
    options: SharedRecordsOptions = {}
  ): Layer.Layer<SharedRecords, never, KeyValueStore> =>
    Layer.effect(
      SharedRecords,
      Effect.map(KeyValueStore, (store) => guarded(overKeyValue(store, options), options))
    )
}

type Records = SharedRecords["Service"]

const prefixOf = ({ prefix = "latchkey:" }: SharedRecordsOptions) => prefix

// --- Redis ---

const compareAndSetScript = Redis.script(
  (key: string, expected: string | undefined, next: string | undefined, keepMillis: number) => [
    key,
    expected === undefined ? 0 : 1,
    expected ?? "",
    next === undefined ? 0 : 1,
    next ?? "",
    wholeMillis(keepMillis)
  ],
  {
    numberOfKeys: 1,
    lua: `
local held = redis.call("GET", KEYS[1])
if ARGV[1] == "0" then
  if held then return 0 end
elseif held ~= ARGV[2] then
  return 0
end
if ARGV[3] == "0" then
  redis.call("DEL", KEYS[1])
else
  redis.call("SET", KEYS[1], ARGV[4], "PX", ARGV[5])
end
return 1
`
  }
).withReturnType<number>()

/** Redis refuses lives of zero, and of more than 2⁵³. */
const wholeMillis = (millis: number): number => Math.max(1, Math.min(Math.ceil(millis), 1e14))

const overRedis = (redis: Redis.Redis["Service"], options: SharedRecordsOptions): Records => {
  const keyOf = (name: string) => prefixOf(options) + name
  const compareAndSet = redis.eval(compareAndSetScript)
  return {
    get: (name) =>
      redis.send<string | null>("GET", keyOf(name)).pipe(
        Effect.mapBoth({ onSuccess: (text) => text ?? undefined, onFailure: () => refused("read") })
      ),
    compareAndSet: (name, expected, next, keepMillis) =>
      compareAndSet(keyOf(name), expected, next, keepMillis).pipe(
        Effect.mapBoth({ onSuccess: (written) => Number(written) === 1, onFailure: () => refused("write") })
      ),
    prolong: (name, keepMillis) =>
      Effect.asVoid(
        Effect.mapError(
          redis.send("PEXPIRE", keyOf(name), String(wholeMillis(keepMillis))),
          () => refused("write")
        )
      )
  }
}

// --- any key-value store ---

const overKeyValue = (store: KeyValueStore, options: SharedRecordsOptions): Records => {
  const lock = Semaphore.makeUnsafe(1)
  const keyOf = (name: string) => prefixOf(options) + name
  const write = (name: string, text: string, keepMillis: number) =>
    Effect.flatMap(
      Clock.currentTimeMillis,
      (now) => Effect.mapError(store.set(keyOf(name), JSON.stringify([text, now + keepMillis])), () => refused("write"))
    )
  const remove = (name: string) => Effect.mapError(store.remove(keyOf(name)), () => refused("write"))
  const get = (name: string) =>
    Effect.gen(function*() {
      const kept = keptIn(yield* Effect.mapError(store.get(keyOf(name)), () => refused("read")))
      if (kept === undefined) return undefined
      if (kept.until > (yield* Clock.currentTimeMillis)) return kept.text
      yield* remove(name)
      return undefined
    })
  return {
    get,
    compareAndSet: (name, expected, next, keepMillis) =>
      lock.withPermit(Effect.gen(function*() {
        if ((yield* get(name)) !== expected) return false
        yield* next === undefined ? remove(name) : write(name, next, keepMillis)
        return true
      })),
    prolong: (name, keepMillis) =>
      lock.withPermit(
        Effect.flatMap(get(name), (text) => text === undefined ? Effect.void : write(name, text, keepMillis))
      )
  }
}

const keptIn = (stored: string | undefined): { readonly text: string; readonly until: number } | undefined => {
  try {
    const [text, until] = JSON.parse(stored ?? "[]") as ReadonlyArray<unknown>
    return typeof text === "string" && typeof until === "number" ? { text, until } : undefined
  } catch {
    return undefined
  }
}

// --- timeouts ---

/** After a command failed, the next ones fail at once for so long: nobody queues up before a store that is down. */
const restMillis = 250

/**
 * Commands of a process that are under way at a time. The others wait for a permit, and their time does not run: when
 * ten thousand requests come at once, it is the process that is busy, and not the store that is slow.
 */
const mostUnderWay = 256

const guarded = (records: Records, { timeout = "1 second" }: SharedRecordsOptions): Records => {
  let restsUntil = -Infinity
  const permits = Semaphore.makeUnsafe(mostUnderWay)
  const guard = <A>(
    operation: "read" | "write",
    self: Effect.Effect<A, SharedRecordsFailed>
  ): Effect.Effect<A, SharedRecordsFailed> =>
    permits.withPermit(Effect.flatMap(Clock.currentTimeMillis, (now) => {
      if (now < restsUntil && restsUntil - now <= restMillis) {
        return Effect.fail(new SharedRecordsFailed({ operation, problem: "it failed a moment ago" }))
      }
      return self.pipe(
        Effect.timeoutOrElse({
          duration: timeout,
          orElse: () =>
            Effect.fail(
              new SharedRecordsFailed({
                operation,
                problem: `no answer within ${Duration.toMillis(timeout)} ms`
              })
            )
        }),
        Effect.tapError(() => Effect.map(Clock.currentTimeMillis, (failedAt) => restsUntil = failedAt + restMillis))
      )
    }))
  return {
    get: (name) => guard("read", records.get(name)),
    compareAndSet: (name, expected, next, keepMillis) =>
      guard("write", records.compareAndSet(name, expected, next, keepMillis)),
    prolong: (name, keepMillis) => guard("write", records.prolong(name, keepMillis))
  }
}

/** Never the store's own words: they may quote what was to be written. */
const refused = (operation: "read" | "write") =>
  new SharedRecordsFailed({ operation, problem: "the store refused, or the connection to it is lost" })
