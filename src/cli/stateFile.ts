/**
 * The file that the emulator keeps its state in: for its user alone, as it holds password hashes, sessions and signing keys.
 * It is replaced as a whole, so a crash leaves the last one saved.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import { readFile } from "node:fs/promises"
import type { EmulatorHandle } from "../emulator/index.ts"
import { lockForProcess, removeLeftBeside, replaceFile } from "../node/index.ts"
import { Unusable } from "./Unusable.ts"
import { warn } from "./words.ts"

/** Loads what the file holds; a file that is not there yet is an empty start. Answers whether it was there. */
export const load = (file: string, emulator: EmulatorHandle): Effect.Effect<boolean, Unusable> =>
  Effect.gen(function*() {
    const saved = yield* Effect.tryPromise({
      try: () => readFile(file, "utf8").catch((error) => error.code === "ENOENT" ? undefined : Promise.reject(error)),
      catch: (error) => new Unusable({ sentence: `The state file ${file} cannot be read: ${messageOf(error)}` })
    })
    if (saved === undefined) return false
    yield* Effect.tryPromise({
      try: () => emulator.state.load(saved),
      catch: (error) => new Unusable({ sentence: `The state file ${file} is damaged. ${messageOf(error)}` })
    })
    return true
  })

/**
 * Keeps the file for this emulator until the scope closes, and removes what killed ones left beside it: states with keys and
 * password hashes. Fails when another emulator uses the file.
 */
export const lock = (file: string): Effect.Effect<void, Unusable, Scope.Scope> =>
  Effect.flatMap(lockForProcess(file), (code) => {
    if (code === undefined) return Effect.promise(() => removeLeftBeside(file))
    return code === "EADDRINUSE"
      ? new Unusable({
        sentence:
          `Another emulator uses the state file ${file}, and each would overwrite what the other saves. Stop that one `
          + "first, or give --state another file."
      })
      : warn(
        `The state file ${file} could not be locked (${code}). Start no second emulator with it: each would overwrite what `
          + "the other saves."
      )
  })

/** Makes the effect that saves. One save at a time. */
export const saver = (file: string, emulator: EmulatorHandle): Effect.Effect<void, Unusable> => {
  const lock = Semaphore.makeUnsafe(1)
  return lock.withPermit(Effect.uninterruptible(Effect.tryPromise({
    try: async () => replaceFile(file, await emulator.state.save()),
    catch: (error) => new Unusable({ sentence: `The state could not be saved to ${file}: ${messageOf(error)}` })
  })))
}

const messageOf = (error: unknown): string => error instanceof Error ? error.message : String(error)
