/** Reads a folder of recordings. */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { readdir, readFile } from "node:fs/promises"
import * as path from "node:path"
import { issuesOf } from "../../schemas/issuesOf.ts"
import { type Exchange, Recording } from "./exchange.ts"
import { Placeholders } from "./placeholders.ts"
import type { Known } from "./replay.ts"

/** The folder can't be used. The message explains what to do. */
export class Unusable extends Data.TaggedError("Unusable")<{ readonly message: string }> {}

/** Recordings of a folder by area. The area is the name of the file. */
export interface Recordings {
  readonly known: Known
  readonly areas: ReadonlyArray<{ readonly area: string; readonly exchanges: ReadonlyArray<Exchange> }>
}

const placeholdersFile = "_placeholders.json"

/**
 * Reads every `.json` file of a folder. `_placeholders.json` is optional and describes the secrets that were replaced.
 */
export const load = (folder: string): Effect.Effect<Recordings, Unusable> =>
  Effect.gen(function*() {
    const names = yield* namesIn(folder)
    const files = names.filter((name) => name.endsWith(".json") && !name.startsWith("_")).sort()
    if (files.length === 0) {
      return yield* unusable(
        `${folder} contains no recordings. Pass a folder with files such as users.json, each a list of exchanges.`
      )
    }
    const known = names.includes(placeholdersFile) ? yield* parsed(folder, placeholdersFile, Placeholders) : {}
    const areas = yield* Effect.forEach(files, (file) =>
      Effect.map(parsed(folder, file, Recording), (exchanges) => ({ area: path.basename(file, ".json"), exchanges })))
    return { known, areas }
  })

const unusable = (message: string) => Effect.fail(new Unusable({ message }))

const namesIn = (folder: string): Effect.Effect<ReadonlyArray<string>, Unusable> =>
  Effect.tryPromise(() => readdir(folder)).pipe(
    Effect.catch(() => unusable(`There is no folder ${path.resolve(folder)}. Pass the folder with the recordings.`))
  )

const parsed = <A>(folder: string, name: string, schema: Schema.Codec<A, unknown>): Effect.Effect<A, Unusable> => {
  const file = path.join(folder, name)
  return Effect.gen(function*() {
    const text = yield* Effect.tryPromise(() => readFile(file, "utf8")).pipe(
      Effect.catch(() => unusable(`${file} cannot be read. Check that it is a file and readable.`))
    )
    const json = yield* Effect.try(() => JSON.parse(text) as unknown).pipe(
      Effect.catch(({ cause }) =>
        unusable(`${file} is not JSON (${String(cause)}). Record it again, or remove it from the folder.`)
      )
    )
    return yield* Schema.decodeUnknownEffect(schema)(json).pipe(
      Effect.catch((error) => {
        const { path, problem } = issuesOf(error)[0]!
        return unusable(
          `${file} is not a recording: ${path === "" ? "" : `${path}: `}${problem}. `
            + "Each exchange is { name, request: { method, path, access, headers, body }, response: { status, headers, body } }."
        )
      })
    )
  })
}
