/** The file that the emulator keeps its state in. It is replaced as a whole, so a crash leaves the last one saved. */
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import { open, readFile, rename, rm } from "node:fs/promises"
import * as path from "node:path"
import type { Embedded } from "../../layers/emulator/index.ts"
import { Unusable } from "./Unusable.ts"

/** Loads what the file holds; a file that is not there yet is an empty start. */
export const load = (file: string, emulator: Embedded): Effect.Effect<void, Unusable> =>
  Effect.gen(function*() {
    const saved = yield* Effect.tryPromise({
      try: () => readFile(file, "utf8").catch((error) => error.code === "ENOENT" ? undefined : Promise.reject(error)),
      catch: (error) => new Unusable({ sentence: `The state file ${file} cannot be read: ${messageOf(error)}` })
    })
    if (saved === undefined) return
    yield* Effect.tryPromise({
      try: () => emulator.state.load(saved),
      catch: (error) => new Unusable({ sentence: `The state file ${file} is damaged. ${messageOf(error)}` })
    })
  })

/** Makes the effect that saves. One save at a time: each writes a file beside, waits for the disk, and renames it. */
export const saver = (file: string, emulator: Embedded): Effect.Effect<void, Unusable> => {
  const inTurn = Semaphore.makeUnsafe(1).withPermits(1)
  return inTurn(Effect.uninterruptible(Effect.tryPromise({
    try: () => replaceFile(file, emulator),
    catch: (error) => new Unusable({ sentence: `The state could not be saved to ${file}: ${messageOf(error)}` })
  })))
}

const replaceFile = async (file: string, emulator: Embedded): Promise<void> => {
  const beside = `${file}.tmp`
  try {
    // it holds password hashes, sessions and signing keys
    const handle = await open(beside, "w", 0o600)
    try {
      await handle.writeFile(await emulator.state.save())
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(beside, file)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
  // the new name itself; not every system lets a folder be opened
  const folder = await open(path.dirname(file), "r").catch(() => undefined)
  await folder?.sync().catch(() => undefined)
  await folder?.close()
}

const messageOf = (error: unknown): string => error instanceof Error ? error.message : String(error)
