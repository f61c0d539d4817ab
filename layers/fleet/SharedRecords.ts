/**
 * Named strings that several servers share and change atomically with compare-and-set, in Redis or any key-value store.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { KeyValueStore } from "effect/persistence/KeyValueStore"
import * as Redis from "effect/persistence/Redis"
import * as Semaphore from "effect/Semaphore"
import type { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import { changed, text, timeAboveZero, validator } from "../call/index.ts"
import { permanentCodes, SharedRecordsFailed, transientCodes } from "./SharedRecordsFailed.ts"

export { SharedRecordsFailed } from "./SharedRecordsFailed.ts"

/** Options for the store. */
export interface SharedRecordsOptions {
  /** Prefix of every key. @default `latchkey:` */
  readonly prefix?: string | undefined
  /** Timeout of one command after it is sent. @default "1 second" */
  readonly timeout?: Duration.Input | undefined
}

/** Named strings in a store that several servers share. A string expires unless it is kept alive. */
export class SharedRecords extends Context.Service<SharedRecords, {
  readonly get: (name: string) => Effect.Effect<string | undefined, SharedRecordsFailed>
  /**
   * Writes `next` for `keepMillis` if the store still holds `expected`. `undefined` stands for no string: as `next`, it
   * removes the string. If the store holds anything else, writes nothing and returns `false`.
   */
  readonly compareAndSet: (
    name: string,
    expected: string | undefined,
    next: string | undefined,
    keepMillis: number
  ) => Effect.Effect<boolean, SharedRecordsFailed>
  /** Extends the lifetime of a string to `keepMillis` from now. */
  readonly prolong: (name: string, keepMillis: number) => Effect.Effect<void, SharedRecordsFailed>
}>()("latchkey/SharedRecords") {}

/**
 * Store in Redis 6 or newer, or a compatible server. Set `disableOfflineQueue: true` in its client, because late
 * commands are useless.
 */
export const layerRedis = (
  options: SharedRecordsOptions = {}
): Layer.Layer<SharedRecords, InvalidConfiguration, Redis.Redis> =>
  Layer.effect(
    SharedRecords,
    Effect.zipWith(
      checked(options),
      Redis.Redis,
      (options, redis) => guarded(overRedis(redis, options), options, ({ code }) => code === undefined)
    )
  )

/**
 * Store in any key-value store. Compare-and-set is atomic within one process only. With several processes a session
 * may occasionally be refreshed twice, and of two simultaneous writes the later one wins.
 */
export const layerKeyValue = (
  options: SharedRecordsOptions = {}
): Layer.Layer<SharedRecords, InvalidConfiguration, KeyValueStore> =>
  Layer.effect(
    SharedRecords,
    // Errors of a key-value store don't show whether the store could be reached.
    Effect.zipWith(
      checked(options),
      KeyValueStore,
      (options, store) => guarded(overKeyValue(store, options), options, () => false)
    )
  )

type Records = SharedRecords["Service"]

const defaults = { prefix: "latchkey:", timeout: 1000 } as const

/** Validated options. */
interface Settings {
  readonly prefix: string
  readonly timeout: number
}

const validate = validator("sharedRecords", { prefix: text, timeout: timeAboveZero })

const checked = (options: SharedRecordsOptions): Effect.Effect<Settings, InvalidConfiguration> =>
  Effect.fromResult(validate(changed(defaults, options)))

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

/** Redis refuses lifetimes of zero and of more than 2⁵³. */
const wholeMillis = (millis: number): number => Math.max(1, Math.min(Math.ceil(millis), 1e14))

const overRedis = (redis: Redis.Redis["Service"], options: Settings): Records => {
  const keyOf = (name: string) => options.prefix + name
  const compareAndSet = redis.eval(compareAndSetScript)
  return {
    get: (name) =>
      redis.send<string | null>("GET", keyOf(name)).pipe(
        Effect.mapBoth({ onSuccess: (text) => text ?? undefined, onFailure: failedOn("read") })
      ),
    compareAndSet: (name, expected, next, keepMillis) =>
      compareAndSet(keyOf(name), expected, next, keepMillis).pipe(
        Effect.mapBoth({ onSuccess: (written) => Number(written) === 1, onFailure: failedOn("write") })
      ),
    prolong: (name, keepMillis) =>
      Effect.asVoid(
        Effect.mapError(
          redis.send("PEXPIRE", keyOf(name), String(wholeMillis(keepMillis))),
          failedOn("write")
        )
      )
  }
}

/** Reads the code of an error reply. The rest of the reply may quote the value to be written. */
const failedOn = (operation: "read" | "write") => ({ cause }: Redis.RedisError): SharedRecordsFailed => {
  const code = replyCode(cause)
  if (code === undefined) return new SharedRecordsFailed({ operation, problem: "the connection to Redis is lost" })
  const meaning = transientCodes[code] ?? permanentCodes[code]
  const problem = `Redis replied ${code}${meaning === undefined ? "" : `: ${meaning}`}`
  return new SharedRecordsFailed({ operation, problem, code })
}

/**
 * Returns the error code of a reply such as `OOM command not allowed …`; `undefined` for the clients' own errors.
 * Parses the text, because each client (node-redis, ioredis, Bun's) has its own error classes. Before Redis 7, a
 * script's reply quotes the command's reply.
 */
const replyCode = (cause: unknown): string | undefined => {
  const { code, message } = cause instanceof Object ? cause as { readonly [name: string]: unknown } : {}
  const text = String(message)
  const [, first] = /^-?([A-Z]{2,20})(?: |$)/.exec(text) ?? []
  // Node's socket errors have a `code`, such as ECONNREFUSED.
  if (first === undefined || first === code) return undefined
  return /^-?ERR Error running script .*?: -([A-Z]{2,20}) /.exec(text)?.[1] ?? first
}

// --- any key-value store ---

const overKeyValue = (store: KeyValueStore, options: Settings): Records => {
  const lock = Semaphore.makeUnsafe(1)
  const keyOf = (name: string) => options.prefix + name
  const write = (name: string, text: string, keepMillis: number) =>
    Effect.flatMap(
      Clock.currentTimeMillis,
      (now) =>
        Effect.mapError(store.set(keyOf(name), JSON.stringify([text, now + keepMillis])), () => keyValueFailed("write"))
    )
  const remove = (name: string) => Effect.mapError(store.remove(keyOf(name)), () => keyValueFailed("write"))
  const get = (name: string) =>
    Effect.gen(function*() {
      const kept = keptIn(yield* Effect.mapError(store.get(keyOf(name)), () => keyValueFailed("read")))
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

/**
 * After the store could not be reached, commands of the same kind fail immediately for this many milliseconds, so that
 * none queue up. Reads and writes are separate: with the primary down, a replica may still serve reads.
 */
const restMillis = 250

/**
 * Maximum number of concurrent commands of a process. Further commands wait for a permit, and their timeout starts only
 * then: with ten thousand requests at once, a command is late because the process is busy, not because the store is
 * slow.
 */
const mostUnderWay = 256

const guarded = (
  records: Records,
  { timeout }: Settings,
  isOutage: (error: SharedRecordsFailed) => boolean
): Records => {
  const restsUntil = { read: -Infinity, write: -Infinity }
  const permits = Semaphore.makeUnsafe(mostUnderWay)
  const guard = <A>(
    operation: "read" | "write",
    self: Effect.Effect<A, SharedRecordsFailed>
  ): Effect.Effect<A, SharedRecordsFailed> => {
    const rest = Effect.map(Clock.currentTimeMillis, (now) => void (restsUntil[operation] = now + restMillis))
    return permits.withPermit(Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const left = restsUntil[operation] - now
      if (left > 0 && left <= restMillis) {
        return Effect.fail(new SharedRecordsFailed({ operation, problem: "it could not be reached a moment ago" }))
      }
      return self.pipe(
        Effect.tapError((error) => isOutage(error) ? rest : Effect.void),
        Effect.timeoutOrElse({
          duration: timeout,
          orElse: () =>
            Effect.andThen(
              rest,
              Effect.fail(
                new SharedRecordsFailed({ operation, problem: `no response within ${timeout} ms` })
              )
            )
        })
      )
    }))
  }
  return {
    get: (name) => guard("read", records.get(name)),
    compareAndSet: (name, expected, next, keepMillis) =>
      guard("write", records.compareAndSet(name, expected, next, keepMillis)),
    prolong: (name, keepMillis) => guard("write", records.prolong(name, keepMillis))
  }
}

/** Omits the store's own message, which may quote the value to be written. */
const keyValueFailed = (operation: "read" | "write") =>
  new SharedRecordsFailed({ operation, problem: "the key-value store failed" })
