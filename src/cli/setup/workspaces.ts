/** Workspaces: a root with packages. */
import { type Dirent, readdirSync } from "node:fs"
import * as path from "node:path"
import { parse } from "yaml"
import { contentsOf, frameworks, isFolder, isOwnFile, kindIn, type Package, packageIn } from "../project/index.ts"

/** A package of a workspace. */
export interface Member {
  /** Relative to the root, with slashes. */
  readonly path: string
  /** Its framework, as shown to users. */
  readonly title: string
}

const textsOf = (value: unknown): ReadonlyArray<string> =>
  Array.isArray(value) ? value.filter((each) => typeof each === "string") : []

const pnpmPatterns = (folder: string): ReadonlyArray<string> | undefined => {
  const text = contentsOf(folder, "pnpm-workspace.yaml")
  if (text === undefined) return undefined
  try {
    return textsOf((parse(text, { maxAliasCount: 10 }) as { readonly packages?: unknown } | null)?.packages)
  } catch {
    return []
  }
}

/** Returns the patterns of a workspace's packages; `undefined` if the folder isn't the root of a workspace. */
export const patternsOf = (folder: string, found: Package): ReadonlyArray<string> | undefined => {
  const own: unknown = found.workspaces
  const listed = Array.isArray(own) ? own : (own as { readonly packages?: unknown } | undefined)?.packages
  return pnpmPatterns(folder) ?? (listed === undefined ? undefined : textsOf(listed))
}

const foldersIn = (folder: string): ReadonlyArray<string> => {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry: Dirent) => entry.isDirectory() && !/^(?:\.|node_modules$)/.test(entry.name))
      .map(({ name }) => name).sort()
  } catch {
    return []
  }
}

/** Maximum number of folders to search. */
const most = 2000

/** Returns the folders that match a pattern. `*` matches a part of a name, and `**` any folders. */
const matching = (root: string, pattern: string): ReadonlyArray<string> => {
  let seen = 0
  const visit = (at: string, parts: ReadonlyArray<string>): ReadonlyArray<string> => {
    const [part, ...rest] = parts
    if (part === undefined) return at === "" ? [] : [at]
    const children = () => ++seen > most ? [] : foldersIn(path.join(root, at))
    const below = (name: string) => at === "" ? name : `${at}/${name}`
    if (part === "**") {
      return [...visit(at, rest), ...children().flatMap((name) => visit(below(name), parts))]
    }
    if (!part.includes("*")) return isFolder(root, below(part)) ? visit(below(part), rest) : []
    const name = RegExp(`^${part.split(/\*+/).map((text) => text.replace(/[^\w-]/g, "\\$&")).join(".*")}$`)
    return children().filter((child) => name.test(child)).flatMap((child) => visit(below(child), rest))
  }
  return visit("", pattern.replace(/^\.\//, "").split("/").filter((part) => part !== "" && part !== "."))
}

/** Lists the packages of a workspace, apps first. */
export const membersOf = (folder: string, found: Package): ReadonlyArray<Member> => {
  const patterns = patternsOf(folder, found) ?? []
  const foldersOf = (isExcluded: boolean) =>
    new Set(
      patterns.filter((pattern) => pattern.startsWith("!") === isExcluded)
        .flatMap((pattern) => matching(folder, pattern.replace(/^!/, "")))
    )
  const excluded = foldersOf(true)
  const paths = [...foldersOf(false)]
    .filter((each) => !excluded.has(each) && isOwnFile(folder, `${each}/package.json`))
  return paths.flatMap((each) => {
    const member = path.join(folder, each)
    return packageIn(member) === undefined ? [] : [{ path: each, title: frameworks[kindIn(member)].title }]
  }).toSorted((one, other) => Number(one.title === "Node") - Number(other.title === "Node"))
}

/** Scripts that run the scripts of other packages. */
const runsOthers =
  /\b(?:turbo|nx|lerna|wsrun|concurrently|moon|--filter|--workspaces?|workspaces?|-r|-w|--cwd|--prefix)\b|\bcd /

/** Lists the packages of a workspace if its root isn't an app itself. */
export const appsOf = (folder: string, found: Package): ReadonlyArray<Member> => {
  const kind = kindIn(folder)
  const script = found.scripts?.["dev"] ?? found.scripts?.["start"]
  const isApp = kind !== "bare" && kind !== "react" && kind !== "page" && script !== undefined &&
    !runsOthers.test(script)
  return isApp ? [] : membersOf(folder, found)
}
