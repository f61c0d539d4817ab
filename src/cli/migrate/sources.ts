/** Finds the sources of a project that use the platform's packages. Follows no links. */
import { closeSync, constants, type Dirent, fstatSync, openSync, readdirSync, readFileSync } from "node:fs"
import * as path from "node:path"
import { contentsOf, isTaken } from "../project/index.ts"
import { decoded } from "../source/index.ts"
import { ownFile, protection } from "../transaction/index.ts"

/** Maximum number of folders and files to look at. */
const most = 50_000

/** Maximum size of a file in which to look for names of packages. */
const largest = 16 * 1024 * 1024

const isSkipped = (name: string): boolean => /^(?:\.|node_modules$|dist$|build$|out$|coverage$)/.test(name)

const isScript = (name: string): boolean => /\.(?:[cm]?[jt]s|[jt]sx)$/.test(name) && !/\.d\.[cm]?ts$/.test(name)

const isOther = (name: string): boolean => /\.(?:vue|svelte|astro|mdx)$/.test(name)

/** A file and its text. */
export interface Source {
  /** Relative to the project's folder, with slashes. */
  readonly path: string
  /** Without {@link kept}, exactly the file's contents. */
  readonly text: string
  /** Whether the file is a script that the command can parse. */
  readonly isScript: boolean
  /** The reason why the file must stay as it is, as a sentence. */
  readonly kept?: string
}

/** A file or folder that was not read. */
export interface Unread {
  /** Relative to the project's folder, with slashes. */
  readonly path: string
  /** The reason, as a sentence. */
  readonly reason: string
}

/** Whether a string names a package of the platform. */
export const namesPlatform = (text: string): boolean => /@(?:stackframe|hexclave)\//.test(text)

/** Reads a file of any encoding that stays as it is; `undefined` if that isn't possible. */
const looselyRead = (file: string): string | undefined => {
  try {
    const handle = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
    try {
      const facts = fstatSync(handle)
      // without the null characters of UTF-16, names are legible
      return facts.isFile() && facts.size <= largest ? readFileSync(handle, "latin1").replaceAll("\0", "") : undefined
    } finally {
      closeSync(handle)
    }
  } catch {
    return undefined
  }
}

/** Reads a source, even one that must stay as it is. */
const sourceAt = (folder: string, name: string, kept: string | undefined): Source | Unread => {
  const found = ownFile(folder, name)
  const text = found.state === "file" ? decoded(found.bytes) : undefined
  const reason = found.state === "refused"
    ? `The file stays as it is, because ${found.reason}.`
    : text === undefined
    ? "The file isn't text in UTF-8."
    : found.state === "file" && protection(found) !== undefined
    ? "The file is read-only."
    : kept
  const loose = text ?? looselyRead(path.join(folder, name))
  return loose === undefined
    ? { path: name, reason: "The file can't be read. Check whether it uses the platform's packages." }
    : { path: name, text: loose, isScript: isScript(name), ...(reason === undefined ? {} : { kept: reason }) }
}

const entriesIn = (folder: string): ReadonlyArray<Dirent> | undefined => {
  try {
    return readdirSync(folder, { withFileTypes: true }).toSorted((one, other) => one.name < other.name ? -1 : 1)
  } catch {
    // another user owns it, it was removed, or its name isn't text
    return undefined
  }
}

/** Returns why a folder isn't searched, as a sentence. */
const ownProject = (folder: string, at: string): string | undefined =>
  at !== "" && namesPlatform(contentsOf(folder, `${at}/package.json`) ?? "")
    ? "The folder is a project of its own. Run the command there."
    : undefined

/** Reads all scripts, and the other files with code. */
export const sourcesIn = (
  folder: string
): { readonly sources: ReadonlyArray<Source>; readonly unread: ReadonlyArray<Unread> } => {
  const sources: Array<Source> = []
  const unread: Array<Unread> = []
  const waiting: Array<{ readonly at: string; readonly kept: string | undefined }> = [{ at: "", kept: undefined }]
  let seen = 0
  for (; waiting.length > 0 && seen < most; seen++) {
    const { at, kept: outer } = waiting.shift()!
    const own = ownProject(folder, at)
    const entries = own === undefined ? entriesIn(path.join(folder, at)) : []
    if (own !== undefined) unread.push({ path: `${at}/package.json`, reason: own })
    if (entries === undefined) unread.push({ path: at, reason: "The folder can't be read." })
    const kept = at !== "" && isTaken(folder, `${at}/.git`)
      ? "The file belongs to another repository, such as a submodule."
      : outer
    for (const entry of entries ?? []) {
      const name = at === "" ? entry.name : `${at}/${entry.name}`
      if (entry.isDirectory() && !isSkipped(entry.name)) waiting.push({ at: name, kept })
      else if (entry.isFile() && (isScript(name) || isOther(name)) && ++seen < most) {
        const source = sourceAt(folder, name, kept)
        if ("text" in source) sources.push(source)
        else unread.push(source)
      }
    }
  }
  if (seen >= most) unread.push({ path: ".", reason: `Only ${most} files and folders were read.` })
  return { sources, unread }
}
