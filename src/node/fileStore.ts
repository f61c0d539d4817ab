/**
 * The session in a file: readable by its user alone, replaced as a whole so that nobody ever reads half of it, written
 * by one process at a time. For command line tools and scripts. Reliability law M4.
 */
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import { mkdir, readFile, rm, rmdir, stat } from "node:fs/promises"
import * as path from "node:path"
import { tokensFromText, tokensToText } from "../../layers/storedText.ts"
import { sameTokens, TokenStore, TokenStoreFailed } from "../../layers/TokenStore.ts"
import { replaceFile } from "./replaceFile.ts"

/**
 * Keeps the session in a file of mode 0600; its folder is made when need be. Programs that share the file take turns at
 * writing, and see one another's changes when they start, not while they run.
 */
export const layerFile = (file: string): Layer.Layer<TokenStore> =>
  Layer.sync(TokenStore, () => {
    const get = Effect.tryPromise({
      try: () => readFile(file, "utf8").catch((error) => error.code === "ENOENT" ? "" : Promise.reject(error)),
      catch: (error) => failed("read", error)
    }).pipe(Effect.map(tokensFromText))
    return TokenStore.of({
      get,
      compareAndSet: (expected, next) =>
        alone(file)(Effect.gen(function*() {
          if (!sameTokens(yield* get, expected)) return false
          yield* next === null ? removed(file) : replaced(file, tokensToText(next))
          return true
        })),
      changes: Stream.empty
    })
  })

// --- one at a time, over all processes ---

class Taken extends Data.TaggedError("Taken")<{}> {}

/** A write takes milliseconds. A lock this old was left behind by a process that was killed. */
const longestTurn = 1000

/** Tries for longer than a turn, and for less than the 2 s that a session waits for its store. */
const patience = Schedule.max([Schedule.spaced("25 millis"), Schedule.recurs(60)])

/** Folders are made by one process alone, on every file system; files can be locked on some. */
const alone = (file: string) => <A>(self: Effect.Effect<A, TokenStoreFailed>): Effect.Effect<A, TokenStoreFailed> => {
  const lock = `${file}.lock`
  const folder = Effect.tryPromise({
    try: () => mkdir(path.dirname(file), { recursive: true, mode: 0o700 }),
    catch: (error) => failed("write", error)
  })
  const take = Effect.gen(function*() {
    const fault = yield* Effect.promise(() =>
      mkdir(lock).then(() => undefined, (error: NodeJS.ErrnoException) => error)
    )
    if (fault === undefined) return
    if (fault.code !== "EEXIST") return yield* failed("write", fault)
    yield* breakOld(lock)
    return yield* new Taken()
  }).pipe(
    Effect.retry({ schedule: patience, while: ({ _tag }) => _tag === "Taken" }),
    Effect.catchTag("Taken", () => Effect.fail(failed("write", { code: "EBUSY" })))
  )
  return Effect.acquireUseRelease(
    Effect.andThen(folder, take),
    () => self,
    () => Effect.promise(() => rmdir(lock).catch(() => {}))
  )
}

const breakOld = (lock: string): Effect.Effect<void> =>
  Effect.gen(function*() {
    const madeAt = yield* Effect.promise(() => stat(lock).then(({ mtimeMs }) => mtimeMs, () => Infinity))
    if ((yield* Clock.currentTimeMillis) - madeAt > longestTurn) {
      yield* Effect.promise(() => rmdir(lock).catch(() => {}))
    }
  })

/** Replaces the file as a whole. Its folder is made when need be. */
export const replaced = (file: string, text: string): Effect.Effect<void, TokenStoreFailed> =>
  Effect.uninterruptible(Effect.tryPromise({
    try: async () => {
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
      await replaceFile(file, `${text}\n`)
    },
    catch: (error) => failed("write", error)
  }))

const removed = (file: string): Effect.Effect<void, TokenStoreFailed> =>
  Effect.tryPromise({ try: () => rm(file, { force: true }), catch: (error) => failed("write", error) })

const failed = (operation: "read" | "write", error: unknown): TokenStoreFailed =>
  new TokenStoreFailed({ operation, problem: (error as NodeJS.ErrnoException).code ?? "unknown fault" })
