/**
 * File with the emulator's state. Only the current user can read it, because it contains password hashes, sessions and
 * signing keys. It is replaced as a whole, so that a crash leaves the previous state intact.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import { readFile } from "node:fs/promises"
import type { EmulatorHandle } from "../emulator/index.ts"
import { lockForProcess, removeLeftBeside, replaceFile } from "../node/index.ts"
import { warn } from "./output/index.ts"
import { Unusable } from "./Unusable.ts"

/** Loads the state from the file. Returns whether the file exists. */
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
 * Locks the file for this emulator until the scope closes. Removes temporary files of killed emulators, which contain keys
 * and password hashes. Fails if another emulator uses the file.
 */
export const lock = (file: string): Effect.Effect<void, Unusable, Scope.Scope> =>
  Effect.flatMap(lockForProcess(file), (code) => {
    if (code === undefined) return Effect.promise(() => removeLeftBeside(file))
    return code === "EADDRINUSE"
      ? new Unusable({
        sentence:
          `Another emulator uses the state file ${file}. Two emulators would overwrite each other's state. Stop the other `
          + "emulator, or pass another file with --state."
      })
      : warn(
        `The state file ${file} could not be locked (${code}). Don't start a second emulator with this file: they would `
          + "overwrite each other's state."
      )
  })

/** Creates the effect that saves the state. Concurrent saves run one after another. */
export const saver = (file: string, emulator: EmulatorHandle): Effect.Effect<void, Unusable> => {
  const lock = Semaphore.makeUnsafe(1)
  return lock.withPermit(Effect.uninterruptible(Effect.tryPromise({
    try: async () => replaceFile(file, await emulator.state.save()),
    catch: (error) => new Unusable({ sentence: `The state could not be saved to ${file}: ${messageOf(error)}` })
  })))
}

const messageOf = (error: unknown): string => error instanceof Error ? error.message : String(error)
