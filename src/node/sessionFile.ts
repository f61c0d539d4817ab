/**
 * Stores the session in a file that only its user can read. The file is replaced atomically, by one process at a time.
 * For command line tools and scripts. docs/laws.md M4.
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { existsSync } from "node:fs"
import { mkdir, readFile, rename, rm } from "node:fs/promises"
import * as path from "node:path"
import {
  sameTokens,
  type StoredTokens,
  tokensFromText,
  TokenStore,
  TokenStoreFailed,
  tokensToText
} from "../../layers/session/index.ts"
import { alone } from "./fileLock.ts"
import { replaceFile } from "./replaceFile.ts"

/**
 * Stores the session in a file with mode 0600 and creates its folder if necessary. Programs that share the file take a
 * lock to write. They see each other's changes when they start, not while they run.
 *
 * @example
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Client, currentUser, signIn } from "latchkey"
 * import { FileTokenStore } from "latchkey/node"
 *
 * const live = () => Client.layer({ ...project, tokenStore: FileTokenStore.layer(`${folder}/session.json`) })
 * await Effect.runPromise(Effect.provide(signIn.withPassword({ email, password }), live()))
 * const user = await Effect.runPromise(Effect.provide(currentUser.get(), live()))
 * console.log(user?.displayName) // Ada
 * ```
 */
export const layer = (file: string): Layer.Layer<TokenStore> =>
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
          alone(`${file}.lock`)((ownFolder) =>
            Effect.gen(function*() {
              if (!sameTokens(yield* get, expected)) return false
              yield* Effect.uninterruptible(
                next === null ? removedBy(ownFolder, file) : replacedBy(ownFolder, file, next)
              )
              return true
            })
          )
        ).pipe(
          // the lock was removed as stale, so the store may have changed: compare again
          Effect.retry({ times: 3, while: ({ _tag }) => _tag === "LockLost" }),
          Effect.catchTags({
            LockLost: () => Effect.fail(failed("write", { code: "EBUSY" })),
            LockFailed: (fault) => Effect.fail(failed("write", fault))
          })
        ),
      changes: Stream.empty
    })
  })

const folderOf = (file: string): Effect.Effect<unknown, TokenStoreFailed> =>
  Effect.tryPromise({
    try: () => mkdir(path.dirname(file), { recursive: true, mode: 0o700 }),
    catch: (error) => failed("write", error)
  })

/** Replaces the file atomically. Creates its folder if necessary. */
export const replaced = (file: string, text: string): Effect.Effect<void, TokenStoreFailed> =>
  Effect.uninterruptible(Effect.andThen(
    folderOf(file),
    Effect.tryPromise({ try: () => replaceFile(file, `${text}\n`), catch: (error) => failed("write", error) })
  ))

/** The lock was removed as stale. Nothing was changed. */
class LockLost extends Data.TaggedError("LockLost") {}

const replacedBy = (ownFolder: string, file: string, tokens: StoredTokens) =>
  Effect.tryPromise({
    try: () => replaceFile(file, `${tokensToText(tokens)}\n`, path.join(ownFolder, "next")),
    catch: (error) => isMissing(error) ? new LockLost() : failed("write", error)
  })

const removedBy = (ownFolder: string, file: string) =>
  Effect.tryPromise({
    try: async () => {
      const gone = path.join(ownFolder, "gone")
      await rename(file, gone).catch((error) =>
        isMissing(error) && !existsSync(file) ? undefined : Promise.reject(error)
      )
      await rm(gone, { force: true })
    },
    catch: (error) => isMissing(error) ? new LockLost() : failed("write", error)
  })

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT"

const failed = (operation: "read" | "write", error: unknown): TokenStoreFailed =>
  new TokenStoreFailed({ operation, problem: (error as NodeJS.ErrnoException).code ?? "unknown fault" })
