/** The dependencies in `package.json`. */
import { type Node as JsonNode, parseTree } from "jsonc-parser"
import { isDeepStrictEqual } from "node:util"
import { type Replacement, withReplacements } from "../source/index.ts"
import type { Left } from "./draft.ts"

const isOfPlatform = (name: string): boolean => /^@(?:stackframe|hexclave)\//.test(name)

const keyOf = ({ children }: JsonNode): string => children?.[0]?.value

const fieldOf = (object: JsonNode | undefined, name: string): JsonNode | undefined =>
  object?.children?.find((property) => keyOf(property) === name)?.children?.[1]

const endOf = ({ length, offset }: JsonNode): number => offset + length

type Dependencies = { readonly [name: string]: string }

interface Manifest {
  readonly dependencies?: Dependencies
  readonly devDependencies?: Dependencies
}

/** Returns the dependencies after the change, in their order. */
const wantedOf = (
  old: Dependencies,
  dropped: ReadonlyArray<string>,
  added: ReadonlyArray<readonly [string, string]>
) => {
  const place = Object.keys(old).find((name) => dropped.includes(name))
  return Object.fromEntries(
    Object.entries(old).flatMap(([name, version]) =>
      name === place ? added : dropped.includes(name) ? [] : [[name, version] as const]
    )
  )
}

/** Removes a property with a comma, or replaces it with the added ones. */
const changeOf = (
  text: string,
  object: JsonNode,
  property: JsonNode,
  added: ReadonlyArray<readonly [string, string]>
): Replacement => {
  const all = object.children!
  const at = all.indexOf(property)
  const [previous, next] = [all[at - 1], all[at + 1]]
  if (added.length > 0) {
    const start = previous === undefined ? object.offset + 1 : endOf(previous) + 1
    const space = /^\s*/.exec(text.slice(start))![0]
    const lines = added.map(([name, version]) => `${JSON.stringify(name)}: ${JSON.stringify(version)}`)
    return { start: property.offset, end: endOf(property), text: lines.join(`,${space}`) }
  }
  return next !== undefined
    ? { start: property.offset, end: next.offset, text: "" }
    : { start: previous === undefined ? property.offset : endOf(previous), end: endOf(property), text: "" }
}

/**
 * Replaces the platform's packages with this one. `needed`: packages that the project still imports. `versions`: the
 * packages to add. Returns `undefined` if the text isn't as expected.
 */
export const manifestChanges = (
  text: string,
  needed: ReadonlySet<string>,
  versions: Dependencies
): ReadonlyArray<Replacement> | undefined => {
  const mark = text.startsWith("\ufeff") ? 1 : 0
  const root = parseTree(text.slice(mark))
  let before: Manifest
  try {
    before = JSON.parse(text.slice(mark)) as Manifest
  } catch {
    return undefined
  }
  let present = new Set(Object.keys({ ...before.dependencies, ...before.devDependencies }))
  const after: Record<string, unknown> = { ...before }
  const replacements = (["dependencies", "devDependencies"] as const).flatMap((field) => {
    const object = fieldOf(root, field)
    const old = before[field]
    const dropped = Object.keys(old ?? {}).filter((name) => isOfPlatform(name) && !needed.has(name))
    if (object?.type !== "object" || old === undefined || dropped.length === 0) return []
    const added = Object.entries(versions).filter(([name]) => !present.has(name))
    present = new Set([...present, ...Object.keys(versions)])
    after[field] = wantedOf(old, dropped, added)
    return dropped.map((name, at) => {
      const property = object.children!.find((each) => keyOf(each) === name)!
      return changeOf(text.slice(mark), object, property, at === 0 ? added : [])
    })
  }).map(({ end, start, text }) => ({ start: start + mark, end: end + mark, text }))
  try {
    const changed: unknown = JSON.parse(withReplacements(text, replacements).slice(mark))
    return isDeepStrictEqual(changed, after) ? replacements : undefined
  } catch {
    return undefined
  }
}

/** Lists the lines that still name a package of the platform that the project doesn't need, for example an override. */
export const staying = (
  text: string,
  replacements: ReadonlyArray<Replacement>,
  needed: ReadonlySet<string>
): ReadonlyArray<Left> => {
  let start = 0
  return text.split(/(?<=\n|\r(?!\n))/).flatMap((line, at): ReadonlyArray<Left> => {
    const from = start
    start += line.length
    const isStaying = [...line.matchAll(/@(?:stackframe|hexclave)\/[\w-]+/g)].some(({ 0: name, index }) =>
      !needed.has(name) && !replacements.some(({ end, start }) => start <= from + index && from + index < end)
    )
    const code = line.trim().slice(0, 80)
    return isStaying
      ? [{
        path: "package.json",
        line: at + 1,
        code,
        reason: "This entry has to be replaced by hand.",
        row: "StackClientApp"
      }]
      : []
  })
}
