/** Which functions fail with an error of the package: their types say it, in the declarations that the package brings. */
import { existsSync } from "node:fs"
import { readdir, readFile } from "node:fs/promises"
import * as path from "node:path"

/** Where flows are declared, and what comes before their names. */
const folders = [["flows", ""], ["server", "server."], ["admin", "admin."]] as const

/** In the repository, what was built last. */
const built = new URL(import.meta.url.endsWith(".ts") ? "../../../dist/src/" : "../../", import.meta.url)

/** By the error's tag, names as in `signIn.withPassword`. Nothing where nothing was built. */
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
  /** The name that a program has for it. */
  readonly place: string
  /** Words that may be types. */
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

/** Declarations have strings without comments in them. */
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
