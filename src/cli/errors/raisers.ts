/** Finds the functions that can fail with an error, by the types in the package's declarations. */
import { existsSync } from "node:fs"
import { readdir, readFile } from "node:fs/promises"
import * as path from "node:path"

/** Folders that declare flows, and the prefix of their names. */
const folders = [["flows", ""], ["server", "server."], ["admin", "admin."]] as const

/** Folder of the declarations. In the repository, they are from the last build. */
const built = new URL(import.meta.url.endsWith(".ts") ? "../../../dist/src/" : "../../", import.meta.url)

/** Returns function names such as `signIn.withPassword`, by the tag of the error; none if there is no build. */
export const raisers = async (tags: ReadonlySet<string>): Promise<ReadonlyMap<string, ReadonlyArray<string>>> => {
  const statements = (await Promise.all(folders.map(statementsIn))).flat()
  const aliases = new Map(
    statements.filter(({ kind }) => kind === "type").map(({ mentions, name }) => [name, mentions])
  )
  const found = new Map<string, Array<string>>()
  for (const { kind, mentions, place } of statements) {
    if (kind !== "const") continue
    for (const tag of tagsIn(mentions, aliases, tags)) found.set(tag, [...(found.get(tag) ?? []), place])
  }
  return new Map([...found].map(([tag, places]) => [tag, places.toSorted()]))
}

interface Statement {
  readonly kind: string
  readonly name: string
  /** Name under which programs use the function. */
  readonly place: string
  /** Words in the statement that may be names of types. */
  readonly mentions: ReadonlyArray<string>
}

const statementsIn = async ([folder, prefix]: typeof folders[number]): Promise<ReadonlyArray<Statement>> => {
  const from = new URL(`${folder}/`, built)
  if (!existsSync(from)) return []
  const files = (await readdir(from, { recursive: true })).filter((file) => file.endsWith(".d.ts"))
  const sources = await Promise.all(
    files.map(async (file) => ({ file, text: await readFile(new URL(file, from), "utf8") }))
  )
  return sources.flatMap(({ file, text }) => {
    const space = path.basename(file, ".d.ts")
    const renamed = new Map([...text.matchAll(/\b(\w{1,60}) as (\w{1,60})/g)].map(([, own, other]) => [own, other]))
    return withoutComments(text).split(/^(?=export |declare )/m).flatMap((statement) => {
      const [, kind, name] = /^(?:export )?(?:declare )?(const|type) (\w+)/.exec(statement) ?? []
      if (kind === undefined || name === undefined) return []
      const mentions = statement.match(/\b[A-Z]\w+/g) ?? []
      const place = name === space ? name : `${space}.${renamed.get(name) ?? name}`
      return [{ kind, name, place: `${prefix}${place}`, mentions }]
    })
  })
}

/** Removes comments. Strings in declarations never contain comments. */
const withoutComments = (text: string): string =>
  text.split("/*").map((part, at) => at === 0 ? part : part.slice(part.indexOf("*/") + 2)).join("")

const tagsIn = (
  words: ReadonlyArray<string>,
  aliases: ReadonlyMap<string, ReadonlyArray<string>>,
  tags: ReadonlySet<string>
): ReadonlySet<string> => {
  const found = new Set<string>()
  const seen = new Set<string>()
  const visit = (word: string): void => {
    if (seen.has(word)) return
    seen.add(word)
    if (tags.has(word)) found.add(word)
    aliases.get(word)?.forEach(visit)
  }
  words.forEach(visit)
  return found
}
