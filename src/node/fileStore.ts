/**
 * The session in a file: readable by its user alone, replaced as a whole so that nobody ever reads half of it, written
 * by one process at a time. For command line tools and scripts. Reliability law M4.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { mkdir, readFile, rm } from "node:fs/promises"
import * as path from "node:path"
import { tokensFromText, tokensToText } from "../../layers/storedText.ts"
import { sameTokens, TokenStore, TokenStoreFailed } from "../../layers/TokenStore.ts"
import { alone } from "./fileLock.ts"
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
        Effect.andThen(
          folderOf(file),
          alone(`${file}.lock`)(Effect.gen(function*() {
            if (!sameTokens(yield* get, expected)) return false
            yield* next === null ? removed(file) : replaced(file, tokensToText(next))
            return true
          }))
        ).pipe(Effect.catchTag("LockFailed", (fault) => Effect.fail(failed("write", fault)))),
      changes: Stream.empty
    })
  })

const folderOf = (file: string): Effect.Effect<unknown, TokenStoreFailed> =>
  Effect.tryPromise({
    try: () => mkdir(path.dirname(file), { recursive: true, mode: 0o700 }),
    catch: (error) => failed("write", error)
  })

/** Replaces the file as a whole. Its folder is made when need be. */
export const replaced = (file: string, text: string): Effect.Effect<void, TokenStoreFailed> =>
  Effect.uninterruptible(Effect.andThen(
    folderOf(file),
    Effect.tryPromise({ try: () => replaceFile(file, `${text}\n`), catch: (error) => failed("write", error) })
  ))

const removed = (file: string): Effect.Effect<void, TokenStoreFailed> =>
  Effect.tryPromise({ try: () => rm(file, { force: true }), catch: (error) => failed("write", error) })

const failed = (operation: "read" | "write", error: unknown): TokenStoreFailed =>
  new TokenStoreFailed({ operation, problem: (error as NodeJS.ErrnoException).code ?? "unknown fault" })
